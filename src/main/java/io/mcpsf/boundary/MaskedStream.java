package io.mcpsf.boundary;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * What a host says, with stand-ins in the place of secrets that it echoes. Both are of the same
 * length, so that no length changes. Holds back only what may be the beginning of a secret, so that
 * a stream of events flows.
 */
public final class MaskedStream extends InputStream {

    private static final int CHUNK = 16 << 10;

    private final InputStream in;
    private final SecretMask mask;
    private byte[] held = new byte[0];
    private int from;
    private int ready;
    private boolean ended;

    public MaskedStream(InputStream in, List<SecretPlace> secrets) {
        this.in = in;
        this.mask = new SecretMask(secrets);
    }

    @Override
    public int read() throws IOException {
        return fill() ? held[from++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, ready - from);
        System.arraycopy(held, from, into, at, count);
        from += count;
        return count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Whether there is something to hand out; waits for it. */
    private boolean fill() throws IOException {
        while (from == ready && !(ended && ready == held.length)) {
            byte[] chunk = new byte[CHUNK];
            int read = ended ? -1 : in.read(chunk, 0, CHUNK);
            ended = read < 0;
            int rest = held.length - from;
            byte[] next = new byte[rest + Math.max(read, 0)];
            System.arraycopy(held, from, next, 0, rest);
            System.arraycopy(chunk, 0, next, rest, Math.max(read, 0));
            held = next;
            from = 0;
            mask.mask(held);
            ready = ended ? held.length : held.length - mask.beginning(held);
        }
        return from < ready;
    }
}
