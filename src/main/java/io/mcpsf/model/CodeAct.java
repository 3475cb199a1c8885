package io.mcpsf.model;

/**
 * Something that a line of code would do, as its syntax tree shows it. {@code via} is the function
 * in full; {@code target} is the path, address or text that it is given, where that is constant, or
 * only begins so ({@code open}); both are hostile.
 */
public record CodeAct(Kind kind, int line, String via, String target, boolean open) {

    /** What is done. */
    public enum Kind {
        /** Text is run as code. */
        RUNS_TEXT,
        /** Objects are made of bytes that can say what is run. */
        REVIVES_OBJECTS,
        STARTS_PROGRAM,
        CALLS_NATIVE,
        /** Classes, frames and built-ins are reached around the language's own ways. */
        REACHES_INTERNALS,
        READS_FILE,
        WRITES_FILE,
        /** Only names and attributes. */
        LOOKS_AT_FILE,
        CONNECTS,
        /** A text that comes from outside is used as a template. */
        RENDERS_INPUT,
        /** A text that nobody knows is used as a template. */
        RENDERS_TEXT,
        /** Written so that nobody reads it; the target says how. */
        HIDES
    }
}
