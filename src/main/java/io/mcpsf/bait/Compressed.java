package io.mcpsf.bait;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Deflated bytes: gzip, zlib and zip entries wherever they begin, and raw deflate at the beginning
 * of the bytes or of a body after a blank line. What a damaged or cut stream gives before its end
 * is looked at too. A bomb is left after {@link #MOST} bytes. For one search at a time, because an
 * inflater is dear and has a state.
 */
final class Compressed implements Wrapping {

    /** More than a thief packs into one stream, little enough for a bomb to be harmless. */
    private static final int MOST = 4 << 20;

    private final Inflater bare = new Inflater(true);
    private final Inflater framed = new Inflater(false);
    private final byte[] part = new byte[1 << 16];
    private final boolean[] begins = new boolean[256];

    Compressed() {
        "\u001fxP\n".chars().forEach(c -> begins[c] = true);
    }

    @Override
    public boolean exact() {
        return true;
    }

    @Override
    public void open(byte[] hostile, Opened opened) {
        inflateBare(hostile, 0, opened);
        for (int i = 0; i + 8 < hostile.length; i++) {
            if (!begins[hostile[i] & 0xff]) {
                continue;
            }
            switch (hostile[i]) {
                case 0x78 -> {
                    if (isZlib(hostile, i)) {
                        inflate(framed, hostile, i, "zlib", opened);
                    }
                }
                case 0x1f -> {
                    if ((hostile[i + 1] & 0xff) == 0x8b && hostile[i + 2] == 8) {
                        inflate(bare, hostile, afterGzipHead(hostile, i), "gzip", opened);
                    }
                }
                case 'P' -> {
                    if (isZipEntry(hostile, i)) {
                        inflate(bare, hostile, afterZipHead(hostile, i), "zip", opened);
                    }
                }
                case '\n' -> {
                    if (hostile[i + 1] == '\r' && hostile[i + 2] == '\n') {
                        inflateBare(hostile, i + 3, opened);
                    }
                }
                default -> {}
            }
        }
    }

    private void inflateBare(byte[] hostile, int from, Opened opened) {
        if (DeflateHead.isPlausible(hostile, from)) {
            inflate(bare, hostile, from, "deflate", opened);
        }
    }

    private void inflate(Inflater inflater, byte[] hostile, int from, String word, Opened opened) {
        if (from >= hostile.length || opened.enough()) {
            return;
        }
        inflater.reset();
        inflater.setInput(hostile, from, hostile.length - from);
        var out = new ByteArrayOutputStream(0);
        try {
            int count = 1;
            long most = Math.min(MOST, opened.room());
            while (count > 0 && out.size() < most) {
                count = inflater.inflate(part);
                out.write(part, 0, count);
            }
        } catch (DataFormatException damaged) {
            keep(inflater, out);
        }
        opened.content(word, out.toByteArray());
    }

    /** An inflater that fails has already written what it got so far, but does not say how much. */
    private void keep(Inflater inflater, ByteArrayOutputStream out) {
        int more = Math.clamp(inflater.getBytesWritten() - out.size(), 0, part.length);
        out.write(part, 0, more);
    }

    private static boolean isZlib(byte[] data, int at) {
        int flags = data[at + 1] & 0xff;
        return (0x7800 + flags) % 31 == 0
                && (flags & 0x20) == 0
                && DeflateHead.isPlausible(data, at + 2);
    }

    private static int afterGzipHead(byte[] data, int at) {
        int flags = data[at + 3];
        int next = at + 10;
        if ((flags & 4) != 0) {
            next += 2 + little(data, next);
        }
        for (int field = flags & 0x18; field != 0; field &= field - 1) {
            while (next < data.length && data[next] != 0) {
                next++;
            }
            next++;
        }
        return next + (flags & 2);
    }

    private static boolean isZipEntry(byte[] data, int at) {
        return data[at + 1] == 'K' && data[at + 2] == 3 && data[at + 3] == 4 && data[at + 8] == 8;
    }

    private static int afterZipHead(byte[] data, int at) {
        return at + 30 + little(data, at + 26) + little(data, at + 28);
    }

    private static int little(byte[] data, int at) {
        return at + 1 < data.length ? (data[at] & 0xff) | (data[at + 1] & 0xff) << 8 : 0;
    }
}
