package io.mcpsf.mcp;

import java.util.EnumMap;
import java.util.Map;

/** Counts what was received. Written by the reading thread, read by any. */
final class Counter {

    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private long lines;
    private long bytes;
    private long requests;
    private long notifications;
    private long responses;
    private long late;
    private long answered;

    synchronized void line(long size) {
        lines++;
        bytes += size + 1;
    }

    synchronized boolean spent(Budget budget) {
        return lines > budget.frames() || bytes > budget.bytes();
    }

    synchronized void reading(Reading reading) {
        switch (reading) {
            case Reading.Request _ -> requests++;
            case Reading.Notification _ -> notifications++;
            case Reading.Response _ -> responses++;
            case Reading.Malformed bad -> faults.merge(bad.fault(), 1L, Long::sum);
        }
    }

    synchronized void late() {
        late++;
    }

    /** Whether one more request may be answered; counts it when so. */
    synchronized boolean mayAnswer(Budget budget) {
        if (answered >= budget.answers()) {
            return false;
        }
        answered++;
        return true;
    }

    synchronized ConnectionCounts tally(long sent, long unsent) {
        var received =
                new ConnectionCounts.Received(
                        lines, bytes, requests, notifications, responses, late);
        return new ConnectionCounts(received, faults, sent, unsent, answered);
    }
}
