package io.mcpsf.bait;

/**
 * Tells from its first bits whether something can be deflated data. Nearly all other data is turned
 * away here, which is a hundred times cheaper than to let an inflater fail.
 */
final class DeflateHead {

    /** So many symbols in a row are no accident. */
    private static final int SYMBOLS = 24;

    private final byte[] data;
    private final long end;
    private long bit;

    private DeflateHead(byte[] data, int from) {
        this.data = data;
        this.bit = 8L * from;
        this.end = 8L * data.length;
    }

    static boolean isPlausible(byte[] hostile, int from) {
        if (from < 0 || from + 5 > hostile.length) {
            return false;
        }
        var head = new DeflateHead(hostile, from);
        head.bits(1);
        return switch (head.bits(2)) {
            case 0 -> isStored(hostile, from);
            case 1 -> head.fixedIsPlausible();
            case 2 -> head.dynamicIsPlausible();
            default -> false;
        };
    }

    /** The length of a stored block is followed by its complement. */
    private static boolean isStored(byte[] data, int from) {
        return (data[from + 1] ^ data[from + 3]) == -1 && (data[from + 2] ^ data[from + 4]) == -1;
    }

    /** The code for the lengths of the codes has to be complete. */
    private boolean dynamicIsPlausible() {
        int literals = bits(5);
        int distances = bits(5);
        int lengths = bits(4) + 4;
        int sum = 0;
        for (int i = 0; i < lengths; i++) {
            int length = bits(3);
            sum += length == 0 ? 0 : 128 >> length;
        }
        return literals <= 29 && distances <= 29 && sum == 128 && bit <= end;
    }

    /** Nothing can be repeated that was not there before. */
    private boolean fixedIsPlausible() {
        int written = 0;
        for (int i = 0; i < SYMBOLS; i++) {
            int symbol = fixedSymbol();
            if (bit > end || symbol > 285) {
                return false;
            }
            if (symbol == 256) {
                return written >= WindowIndex.WINDOW;
            }
            if (symbol < 256) {
                written++;
                continue;
            }
            int length = copyLength(symbol);
            if (distance() > written) {
                return false;
            }
            written += length;
        }
        return true;
    }

    private int fixedSymbol() {
        int code = codeBits(7);
        if (code < 24) {
            return 256 + code;
        }
        code = code << 1 | bits(1);
        if (code < 192) {
            return code - 48;
        }
        return code < 200 ? 280 + code - 192 : 144 + (code << 1 | bits(1)) - 400;
    }

    private int copyLength(int symbol) {
        if (symbol == 285) {
            return 258;
        }
        if (symbol < 265) {
            return symbol - 254;
        }
        int extra = (symbol - 261) / 4;
        return 3 + ((4 + (symbol - 265) % 4) << extra) + bits(extra);
    }

    private int distance() {
        int code = codeBits(5);
        if (code > 29) {
            return Integer.MAX_VALUE;
        }
        if (code < 4) {
            return code + 1;
        }
        int extra = (code - 2) / 2;
        return 1 + ((2 + (code & 1)) << extra) + bits(extra);
    }

    /** Numbers have their lowest bit first. */
    private int bits(int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            value |= next() << i;
        }
        return value;
    }

    /** Codes have their highest bit first. */
    private int codeBits(int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 1 | next();
        }
        return value;
    }

    private int next() {
        int value = bit < end ? data[(int) (bit >>> 3)] >>> (bit & 7) & 1 : 0;
        bit++;
        return value;
    }
}
