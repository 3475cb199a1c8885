package io.mcpsf.boundary.http;

import java.io.ByteArrayOutputStream;

/**
 * The fixed code of RFC 7541. It is canonical, so the lengths say it all: codes of one length are
 * numbered in the order of their symbols.
 */
final class Huffman {

    /** The length of each symbol's code, A for 5 bits; the last symbol is the end. */
    private static final String LENGTHS =
            "ISXXXXXXXTZXXZXXXXXXXXZXXXXXXXXXBFFHIBDGFFDGDBBBAAABBBBBBBCDKBHF"
                    + "IBCCCCCCCCCCCCCCCCCCCCCCDCDIOIJBKABABABBBACCBBBABCBAABCCCCCKGJIX"
                    + "PRPPRRRSRSSSSSTSTTRSTSSSSQRSRSSTRQPRRSSQSRRTQRSSQQRQSRSSPRRRSRRS"
                    + "VVPORSRUVVVWWVTUOQVWWVWTQQVVXWWWPTPQRQQSRRUUTTVSVWVVWWWWWXWWWWWV"
                    + "Z";

    private static final int MIN = 5;
    private static final int MAX = 30;
    private static final int END = 256;

    private final int[] firstCode = new int[MAX + 2];
    private final int[] firstIndex = new int[MAX + 2];
    private final int[] count = new int[MAX + 2];
    private final int[] symbols = new int[END + 1];

    Huffman() {
        int code = 0;
        int index = 0;
        for (int length = MIN; length <= MAX; length++) {
            code <<= 1;
            firstCode[length] = code;
            firstIndex[length] = index;
            for (int symbol = 0; symbol <= END; symbol++) {
                if (LENGTHS.charAt(symbol) - 'A' + MIN == length) {
                    symbols[index++] = symbol;
                    count[length]++;
                    code++;
                }
            }
        }
    }

    byte[] decode(byte[] hostile, int from, int length, int maxBytes)
            throws MalformedHttpException {
        var out = new ByteArrayOutputStream();
        int code = 0;
        int bits = 0;
        for (int i = from; i < from + length; i++) {
            for (int bit = 7; bit >= 0; bit--) {
                code = (code << 1) | ((hostile[i] >> bit) & 1);
                bits++;
                int offset = bits < MIN ? -1 : code - firstCode[bits];
                if (offset >= 0 && offset < count[bits]) {
                    int symbol = symbols[firstIndex[bits] + offset];
                    if (symbol == END || out.size() >= maxBytes) {
                        throw new MalformedHttpException("a string that ends inside or never");
                    }
                    out.write(symbol);
                    code = 0;
                    bits = 0;
                } else if (bits == MAX) {
                    throw new MalformedHttpException("no such code");
                }
            }
        }
        if (bits > 7 || code != (1 << bits) - 1) {
            throw new MalformedHttpException("padding that is none");
        }
        return out.toByteArray();
    }
}
