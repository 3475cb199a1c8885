package io.mcpsf.model;

/**
 * How many tools the server listed, how many we called, how many of those answered, and how many of
 * those that answered failed every valid call. Evidence from before failures were counted has none
 * of them.
 */
public record ToolCoverage(int listed, int called, int answered, int failing) {

    public ToolCoverage {
        if (listed < 0
                || called < 0
                || answered < 0
                || answered > called
                || failing < 0
                || failing > answered) {
            throw new IllegalArgumentException(
                    "impossible counts: %d/%d/%d/%d".formatted(listed, called, answered, failing));
        }
    }

    /** Every tool that answered did so with a result. */
    public ToolCoverage(int listed, int called, int answered) {
        this(listed, called, answered, 0);
    }

    /** Tools of which one valid call succeeded. */
    public int exercised() {
        return answered - failing;
    }

    /** The share of the listed tools that was exercised; all of nothing. */
    public double exercisedShare() {
        return listed == 0 ? 1 : Math.min(1, (double) exercised() / listed);
    }
}
