package io.mcpsf.bait;

import java.io.ByteArrayOutputStream;

/** The Huffman code of literals in zstd; lives through a frame, as a block may use the last one. */
final class ZstdTree {

    private static final int MOST_BITS = 11;

    private byte[] symbols = {};
    private byte[] lengths = {};
    private int bits;

    /** Reads the description of the code and says where it ends. */
    int read(byte[] data, int at) {
        int header = data[at] & 0xff;
        int[] weights = new int[256];
        int count;
        int end;
        if (header >= 128) {
            count = header - 127;
            end = at + 1 + (count + 1) / 2;
            for (int i = 0; i < count; i++) {
                int pair = data[at + 1 + i / 2];
                weights[i] = (i % 2 == 0 ? pair >> 4 : pair) & 15;
            }
        } else {
            end = at + 1 + header;
            count = ZstdWeights.read(data, at + 1, end, weights);
        }
        build(weights, count);
        return end;
    }

    /** The weight of the last symbol is what fills the table up. */
    private void build(int[] weights, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += weights[i] > 0 ? 1 << (weights[i] - 1) : 0;
        }
        bits = 32 - Integer.numberOfLeadingZeros(Math.max(1, sum));
        if (bits > MOST_BITS || sum == 0) {
            throw new IndexOutOfBoundsException("no code");
        }
        int left = (1 << bits) - sum;
        weights[count] = 32 - Integer.numberOfLeadingZeros(left);
        symbols = new byte[1 << bits];
        lengths = new byte[1 << bits];
        int at = 0;
        for (int weight = 1; weight <= bits; weight++) {
            for (int symbol = 0; symbol <= count; symbol++) {
                if (weights[symbol] == weight) {
                    for (int i = 0; i < 1 << (weight - 1); i++) {
                        symbols[at] = (byte) symbol;
                        lengths[at++] = (byte) (bits + 1 - weight);
                    }
                }
            }
        }
    }

    void decode(byte[] data, int from, int to, int count, ByteArrayOutputStream out) {
        var stream = new BackwardBits(data, from, to);
        for (int i = 0; i < count; i++) {
            int code = stream.peek(bits);
            out.write(symbols[code]);
            stream.skip(lengths[code]);
        }
    }
}
