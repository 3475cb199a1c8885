package io.mcpsf.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Cuts a hostile stream into lines, by bytes and within a cap. What is beyond the cap is thrown
 * away up to the next line break, but counted.
 */
public final class LineReader {

    private static final int CHUNK = 64 << 10;

    private final InputStream in;
    private final int cap;
    private final long allowance;
    private final byte[] chunk = new byte[CHUNK];
    private int from;
    private int to;

    /** Of somebody who talks for as long as it likes, a line no longer than any SDK takes. */
    public static LineReader frames(InputStream in) {
        return new LineReader(in, Caps.LINE, Long.MAX_VALUE);
    }

    /** A line is returned unfinished when it alone is longer than the allowance. */
    LineReader(InputStream in, int cap, long allowance) {
        this.in = in;
        this.cap = cap;
        this.allowance = allowance;
    }

    /**
     * A line without its break. {@code bytes} is its true size; {@code whole} is false for one that
     * the end of the stream or the allowance cut off.
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes are the point; lines are never compared
    public record Line(byte[] kept, long bytes, boolean whole) {

        public boolean tooLong() {
            return bytes > kept.length;
        }
    }

    /** The next line, or empty at the end of the stream. */
    public Optional<Line> next() throws IOException {
        byte[] line = new byte[0];
        int kept = 0;
        long total = 0;
        while (true) {
            if (from == to && !fill()) {
                return total == 0 ? Optional.empty() : Optional.of(line(line, kept, total, false));
            }
            int end = lineBreak();
            int part = end - from;
            total += part;
            if (total <= cap) {
                line = grown(line, kept + part);
                System.arraycopy(chunk, from, line, kept, part);
                kept += part;
            } else if (kept > Caps.LONG_LINE_KEPT) {
                line = Arrays.copyOf(line, Caps.LONG_LINE_KEPT);
                kept = line.length;
            }
            from = end;
            if (end < to) {
                from++;
                return Optional.of(line(line, kept, total, true));
            }
            if (total > allowance) {
                return Optional.of(line(line, kept, total, false));
            }
        }
    }

    private static Line line(byte[] line, int kept, long total, boolean whole) {
        return new Line(kept == line.length ? line : Arrays.copyOf(line, kept), total, whole);
    }

    private byte[] grown(byte[] line, int needed) {
        if (needed <= line.length) {
            return line;
        }
        // A short line is copied once; a long one doubles, but never beyond the cap.
        int size = line.length == 0 ? needed : (int) Math.min(cap, Math.max(needed, 2L * needed));
        return Arrays.copyOf(line, size);
    }

    private int lineBreak() {
        int at = from;
        while (at < to && chunk[at] != '\n') {
            at++;
        }
        return at;
    }

    private boolean fill() throws IOException {
        int read = in.read(chunk, 0, chunk.length);
        from = 0;
        to = Math.max(read, 0);
        return read > 0;
    }
}
