package io.mcpsf.sandbox;

import java.time.Duration;

/**
 * The hard limits of one sandbox. Memory has no swap behind it; disk is the sum of all scratch
 * places.
 */
public record Limits(
        long memoryBytes, double cpus, int processes, long diskBytes, Duration wallClock) {

    public Limits {
        if (memoryBytes < 16L << 20
                || cpus <= 0
                || processes < 1
                || diskBytes < 1L << 20
                || !wallClock.isPositive()) {
            throw new IllegalArgumentException("a limit that nothing could run in");
        }
    }

    /**
     * Enough for nearly every real server: 2 GiB, two cpus, 256 processes, 512 MiB of disk, ten
     * minutes.
     */
    public static Limits usual() {
        return new Limits(2L << 30, 2.0, 256, 512L << 20, Duration.ofMinutes(10));
    }
}
