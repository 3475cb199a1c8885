package io.mcpsf.bait;

import org.brotli.dec.BrotliInputStream;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Brotli, which has no mark of its own: tried where the bytes begin and after the blank line of a
 * head, when they are no text and begin as an encoder with a usual window would write them.
 */
final class Brotli implements Wrapping {

    private static final int SHORTEST = 16;
    private static final int LONGEST = 128 << 10;
    private static final int MOST = 1 << 20;

    /** Windows of up to 4 MiB; more is for large files and would take memory at every try. */
    private static final int WIDEST = 22;

    /** One at a time, because of the window. */
    private static final Object TURN = new Object();

    @Override
    public boolean exact() {
        return true;
    }

    @Override
    public void open(byte[] hostile, Opened opened) {
        tryAt(hostile, 0, opened);
        for (int i = 3; i < Math.min(hostile.length, LONGEST); i++) {
            if (hostile[i] == '\n'
                    && hostile[i - 1] == '\r'
                    && hostile[i - 2] == '\n'
                    && hostile[i - 3] == '\r') {
                tryAt(hostile, i + 1, opened);
                return;
            }
        }
    }

    private static void tryAt(byte[] hostile, int from, Opened opened) {
        int length = hostile.length - from;
        if (length >= SHORTEST
                && length <= LONGEST
                && windowBits(hostile[from]) <= WIDEST
                && !isText(hostile, from)) {
            byte[] plain = peel(hostile, from);
            if (plain.length > 0) {
                opened.content("brotli", plain);
            }
        }
    }

    private static int windowBits(byte first) {
        if ((first & 1) == 0) {
            return 16;
        }
        int more = first >> 1 & 7;
        return more > 0 ? 17 + more : 17;
    }

    private static boolean isText(byte[] hostile, int from) {
        for (int i = from; i < from + SHORTEST; i++) {
            if (hostile[i] < '\t') {
                return false;
            }
        }
        return true;
    }

    private static byte[] peel(byte[] hostile, int from) {
        var out = new ByteArrayOutputStream();
        synchronized (TURN) {
            var bytes = new ByteArrayInputStream(hostile, from, hostile.length - from);
            byte[] buffer = new byte[8192];
            try (InputStream in = new BrotliInputStream(bytes)) {
                int read = in.read(buffer);
                while (read > 0 && out.size() < MOST) {
                    out.write(buffer, 0, read);
                    read = in.read(buffer);
                }
            } catch (IOException | RuntimeException noBrotli) {
                // The decoder throws unchecked exceptions too; what came before is looked at.
                return out.toByteArray();
            }
        }
        return out.toByteArray();
    }
}
