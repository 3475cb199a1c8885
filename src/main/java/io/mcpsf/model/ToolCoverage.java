package io.mcpsf.model;

/** How many tools the server listed, how many we called, and how many of those answered. */
public record ToolCoverage(int listed, int called, int answered) {

    public ToolCoverage {
        if (listed < 0 || called < 0 || answered < 0 || answered > called) {
            throw new IllegalArgumentException(
                    "impossible counts: " + listed + "/" + called + "/" + answered);
        }
    }
}
