package io.mcpsf.bait;

import java.io.ByteArrayOutputStream;

/**
 * The literals of zstd frames (RFC 8878), wherever one begins. What a frame repeats from earlier
 * text is left out: a secret is random, so nothing of it was there before, and it stands among the
 * literals in one piece. That takes a Huffman decoder and nothing else.
 */
final class Zstd implements Wrapping {

    private static final int MOST_FRAMES = 64;

    /** A block holds no more. */
    private static final int BLOCK = 128 << 10;

    private static final int MOST = 1 << 20;

    @Override
    public String marks() {
        return "\u00b5";
    }

    @Override
    public boolean exact() {
        return true;
    }

    @Override
    public void open(byte[] hostile, Opened opened) {
        int frames = 0;
        for (int i = 0; i + 9 < hostile.length && frames < MOST_FRAMES; i++) {
            if (hostile[i] == 0x28
                    && hostile[i + 1] == (byte) 0xb5
                    && hostile[i + 2] == 0x2f
                    && hostile[i + 3] == (byte) 0xfd) {
                frames++;
                byte[] literals = literals(hostile, i + 4);
                if (literals.length > 0) {
                    opened.content("zstd", literals);
                }
            }
        }
    }

    private static byte[] literals(byte[] hostile, int from) {
        var out = new ByteArrayOutputStream();
        try {
            frame(hostile, from, out);
        } catch (IndexOutOfBoundsException cutOrDamaged) {
            // Every read is checked by the array; what came before is looked at.
            return out.toByteArray();
        }
        return out.toByteArray();
    }

    private static void frame(byte[] data, int from, ByteArrayOutputStream out) {
        int descriptor = data[from];
        boolean single = (descriptor & 0x20) != 0;
        int[] identities = {0, 1, 2, 4};
        int[] sizes = {single ? 1 : 0, 2, 4, 8};
        int at = from + 1 + (single ? 0 : 1);
        at += identities[descriptor & 3] + sizes[descriptor >> 6 & 3];
        var tree = new ZstdTree();
        boolean last = false;
        while (!last && out.size() < MOST) {
            int header = little(data, at, 3);
            at += 3;
            last = (header & 1) != 0;
            int size = header >>> 3;
            switch (header >> 1 & 3) {
                case 0 -> {
                    out.write(data, at, Math.min(size, data.length - at));
                    at += size;
                }
                case 1 -> at++;
                case 2 -> {
                    block(data, at, tree, out);
                    at += size;
                }
                default -> {
                    return;
                }
            }
        }
    }

    private static void block(byte[] data, int at, ZstdTree tree, ByteArrayOutputStream out) {
        int kind = data[at] & 3;
        int format = data[at] >> 2 & 3;
        if (kind < 2) {
            int bytes = format == 1 ? 2 : format == 3 ? 3 : 1;
            int size = little(data, at, bytes) >>> (bytes == 1 ? 3 : 4);
            if (kind == 0) {
                out.write(data, at + bytes, Math.min(size, data.length - at - bytes));
            }
            return;
        }
        int bits = format < 2 ? 10 : format == 2 ? 14 : 18;
        int bytes = format < 2 ? 3 : format + 2;
        long header = little(data, at, 4) & 0xffff_ffffL;
        if (bytes == 5) {
            header |= (data[at + 4] & 0xffL) << 32;
        }
        long mask = (1L << bits) - 1;
        int regenerated = (int) (header >>> 4 & mask);
        int packed = (int) (header >>> (4 + bits) & mask);
        if (regenerated > BLOCK) {
            return;
        }
        int from = at + bytes;
        int end = from + packed;
        if (kind == 2) {
            from = tree.read(data, from);
        }
        if (format == 0) {
            tree.decode(data, from, end, regenerated, out);
            return;
        }
        int each = (regenerated + 3) / 4;
        int stream = from + 6;
        for (int i = 0; i < 4; i++) {
            int next = i < 3 ? stream + little(data, from + 2 * i, 2) : end;
            tree.decode(data, stream, next, i < 3 ? each : regenerated - 3 * each, out);
            stream = next;
        }
    }

    static int little(byte[] data, int at, int bytes) {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (data[at + i] & 0xff) << (8 * i);
        }
        return value;
    }
}
