package io.mcpsf.model;

/**
 * Where and when something was seen: its number in the evidence, microseconds since the start of
 * the case, the phase, the tool call in progress and the process behind it. A call or process of 0
 * means that there was none.
 *
 * <p>Processes carry our own numbers, counted from 1 in the order in which they were first seen,
 * because the kernel uses its ids again.
 */
public record Stamp(long seq, long micros, Phase phase, int call, int process) {

    public Stamp {
        if (seq < 1 || micros < 0 || call < 0 || process < 0) {
            throw new IllegalArgumentException(
                    "impossible stamp: " + seq + " " + micros + " " + call + " " + process);
        }
    }
}
