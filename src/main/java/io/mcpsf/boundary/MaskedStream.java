package io.mcpsf.boundary;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a host says, with stand-ins in the place of secrets that it echoes. Both are of the same
 * length, so that no length changes. Holds back only what may be the beginning of a secret, so that
 * a stream of events flows.
 */
public final class MaskedStream extends InputStream {

    private static final int CHUNK = 16 << 10;

    private final InputStream in;
    private final List<byte[]> values;
    private final List<byte[]> standIns;
    private byte[] held = new byte[0];
    private int from;
    private int ready;
    private boolean ended;

    public MaskedStream(InputStream in, List<SecretPlace> secrets) {
        this.in = in;
        this.values =
                secrets.stream().map(s -> s.value().getBytes(StandardCharsets.UTF_8)).toList();
        this.standIns =
                secrets.stream().map(s -> s.standIn().getBytes(StandardCharsets.UTF_8)).toList();
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
            mask();
            ready = ended ? held.length : held.length - beginning();
        }
        return from < ready;
    }

    private void mask() {
        for (int secret = 0; secret < values.size(); secret++) {
            byte[] value = values.get(secret);
            for (int at = 0; at + value.length <= held.length; at++) {
                if (SecretPlace.matches(held, at, value)) {
                    System.arraycopy(standIns.get(secret), 0, held, at, value.length);
                    at += value.length - 1;
                }
            }
        }
    }

    /** How many of the last bytes may be the beginning of a secret. */
    private int beginning() {
        int longest = 0;
        for (byte[] value : values) {
            for (int count = Math.min(value.length - 1, held.length); count > longest; count--) {
                if (begins(value, count)) {
                    longest = count;
                }
            }
        }
        return longest;
    }

    private boolean begins(byte[] value, int count) {
        for (int i = 0; i < count; i++) {
            if (held[held.length - count + i] != value[i]) {
                return false;
            }
        }
        return true;
    }
}
