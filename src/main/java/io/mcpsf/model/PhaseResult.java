package io.mcpsf.model;

/** How one phase ended and how long it took. */
public record PhaseResult(Status status, long millis, String why) {

    /** The end of a phase. Everything but DONE forbids a clean verdict. */
    public enum Status {
        DONE,
        FAILED,
        TIMED_OUT
    }
}
