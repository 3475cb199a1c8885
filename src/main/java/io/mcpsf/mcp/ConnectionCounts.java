package io.mcpsf.mcp;

import java.util.Map;

/** The counts of one connection so far. */
public record ConnectionCounts(
        Received received, Map<Fault, Long> faults, long sent, long unsent, long answered) {

    public ConnectionCounts {
        faults = Map.copyOf(faults);
    }

    /** {@code late} counts answers that came after we gave up waiting. */
    public record Received(
            long lines, long bytes, long requests, long notifications, long responses, long late) {}

    public long faults(Fault fault) {
        return faults.getOrDefault(fault, 0L);
    }
}
