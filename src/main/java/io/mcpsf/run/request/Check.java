package io.mcpsf.run.request;

/**
 * One thing that {@code doctor} looked at: what it is, what was found, what follows from it, and
 * the command that fixes it (empty when nothing is to be done).
 */
public record Check(String what, State state, String found, String follows, String mend) {

    /** Ordered: later is worse. */
    public enum State {
        GOOD,
        /** We can work, and see or hold less. */
        WEAK,
        /** Without it there is no assessment. */
        MISSING
    }
}
