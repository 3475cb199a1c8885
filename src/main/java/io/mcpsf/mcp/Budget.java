package io.mcpsf.mcp;

import java.time.Duration;

/**
 * How much of a peer we put up with. When frames or bytes are spent the connection counts as
 * closed; when answers are spent its requests are counted and not answered.
 */
public record Budget(
        long frames,
        long bytes,
        int answers,
        int pages,
        int queued,
        Duration patience,
        int resumptions) {

    public Budget {
        if (frames < 1 || bytes < 1 || answers < 0 || pages < 1 || queued < 1) {
            throw new IllegalArgumentException("a budget that allows no conversation");
        }
    }

    /**
     * A million frames and half a gigabyte are far beyond any honest session and read in seconds;
     * 50 pages hold thousands of tools; 64 queued messages only pile up when the peer stops
     * reading, which it may do for two seconds; an event stream is taken up again eight times.
     */
    public static Budget usual() {
        return new Budget(1_000_000, 512L << 20, 1_000, 50, 64, Duration.ofSeconds(2), 8);
    }

    /** A peer that somebody else talks to, for as long as they like. */
    public static Budget endless() {
        return new Budget(
                Long.MAX_VALUE, Long.MAX_VALUE, 0, 1, 64, Duration.ofMinutes(1), Integer.MAX_VALUE);
    }
}
