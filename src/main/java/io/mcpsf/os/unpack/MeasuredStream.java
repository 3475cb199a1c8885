package io.mcpsf.os.unpack;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * An archive as it comes out of its packing. All of it counts, also what becomes no file: a
 * kilobyte of it can stand for a megabyte that somebody has to read.
 */
final class MeasuredStream extends FilterInputStream {

    /** A header, the rest of its block, and as much again for an extended one. */
    private static final int AROUND_AN_ENTRY = 2048;

    private final Unpack.Caps caps;
    private long bytes;

    /** With so many bytes that came before. */
    MeasuredStream(InputStream in, Unpack.Caps caps, long before) {
        super(in);
        this.caps = caps;
        this.bytes = before;
    }

    long bytes() {
        return bytes;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        count(one < 0 ? 0 : 1);
        return one;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        int read = super.read(to, from, length);
        count(Math.max(0, read));
        return read;
    }

    @Override
    public long skip(long length) throws IOException {
        // Unpacking is work, so not all of it at once.
        long skipped = super.skip(Math.min(length, 1 << 20));
        count(skipped);
        return skipped;
    }

    private void count(long more) throws RefusedArchiveException {
        bytes += more;
        // On this side, because who sets no limit gives the largest number there is.
        if (bytes - caps.entries() * AROUND_AN_ENTRY > caps.bytes()) {
            throw new RefusedArchiveException("more than %,d bytes".formatted(caps.bytes()));
        }
    }
}
