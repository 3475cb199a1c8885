package io.mcpsf.boundary.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A stream whose beginning can be looked at before it is read. Reading never waits for more than is
 * there already, which {@link java.io.PushbackInputStream} would do.
 */
public final class PeekStream extends InputStream {

    private final InputStream in;
    private final byte[] buffer;
    private int start;
    private int end;
    private boolean spoken;

    public PeekStream(InputStream in, int capacity) {
        this.in = in;
        this.buffer = new byte[capacity];
    }

    /**
     * Waits until at least {@code count} bytes can be seen, and returns how many can be: fewer only
     * at the end of the stream or of the look-ahead.
     */
    public int await(int count) throws IOException {
        int wanted = Math.min(count, buffer.length);
        while (end - start < wanted) {
            compact();
            int read = in.read(buffer, end, buffer.length - end);
            if (read < 0) {
                break;
            }
            end += read;
            spoken = true;
        }
        return end - start;
    }

    /** What can be seen now, without waiting. */
    public byte[] seen() {
        return Arrays.copyOfRange(buffer, start, end);
    }

    /** Whether nothing at all has come so far. */
    public boolean silent() {
        return !spoken;
    }

    @Override
    public int read() throws IOException {
        return await(1) == 0 ? -1 : buffer[start++] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (start == end) {
            int read = in.read(into, offset, length);
            spoken |= read > 0;
            return read;
        }
        int count = Math.min(length, end - start);
        System.arraycopy(buffer, start, into, offset, count);
        start += count;
        return count;
    }

    @Override
    public int available() throws IOException {
        return end - start + in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private void compact() {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
    }
}
