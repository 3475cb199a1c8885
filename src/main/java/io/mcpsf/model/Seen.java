package io.mcpsf.model;

/** One numbered line of evidence: what was seen, and its stamp. */
public record Seen(Stamp at, Observation what) {

    public long seq() {
        return at.seq();
    }
}
