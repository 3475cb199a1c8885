package io.mcpsf.broker.privacy;

/** A piece of a text that is personal data, from a position up to another. */
record Span(int start, int end, PersonalKind kind) {

    boolean overlaps(Span other) {
        return start < other.end && other.start < end;
    }
}
