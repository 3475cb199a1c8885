package io.mcpsf.bait;

/** The weights of a Huffman code, themselves compressed with finite state entropy. */
final class ZstdWeights {

    private static final int MOST_LOG = 6;
    private static final int MOST_SYMBOLS = 16;
    private static final int MOST_WEIGHTS = 255;

    private final byte[] data;
    private long bit;
    private int log;
    private int[] symbols = {};
    private int[] widths = {};
    private int[] bases = {};

    private ZstdWeights(byte[] data, int from) {
        this.data = data;
        this.bit = 8L * from;
    }

    /** Fills the weights in and says how many there are. */
    static int read(byte[] data, int from, int to, int[] weights) {
        var table = new ZstdWeights(data, from);
        table.spread(table.shares());
        int begin = (int) ((table.bit + 7) >>> 3);
        return table.decode(new BackwardBits(data, begin, to), weights);
    }

    /** How often each symbol stands in the table; -1 for less than once. */
    private int[] shares() {
        log = forward(4) + 5;
        if (log > MOST_LOG) {
            throw new IndexOutOfBoundsException("a table of 2^" + log);
        }
        int[] shares = new int[MOST_SYMBOLS];
        int remaining = (1 << log) + 1;
        int symbol = 0;
        while (remaining > 1) {
            int width = 32 - Integer.numberOfLeadingZeros(remaining);
            int small = (1 << width) - 1 - remaining;
            int value = look(width) & (1 << (width - 1)) - 1;
            if (value < small) {
                bit += width - 1;
            } else {
                value = forward(width);
                value -= value >= 1 << (width - 1) ? small : 0;
            }
            int share = value - 1;
            shares[symbol++] = share;
            remaining -= Math.abs(share);
            if (share == 0) {
                int more = 3;
                while (more == 3) {
                    more = forward(2);
                    symbol += more;
                }
            }
        }
        return shares;
    }

    private void spread(int[] shares) {
        int size = 1 << log;
        symbols = new int[size];
        widths = new int[size];
        bases = new int[size];
        int high = size;
        int[] next = new int[MOST_SYMBOLS];
        for (int s = 0; s < MOST_SYMBOLS; s++) {
            next[s] = Math.abs(shares[s]);
            if (shares[s] == -1) {
                symbols[--high] = s;
            }
        }
        int at = 0;
        int step = (size >> 1) + (size >> 3) + 3;
        for (int s = 0; s < MOST_SYMBOLS; s++) {
            for (int i = 0; i < shares[s]; i++) {
                symbols[at] = s;
                do {
                    at = at + step & size - 1;
                } while (at >= high);
            }
        }
        for (int i = 0; i < size; i++) {
            int state = next[symbols[i]]++;
            widths[i] = log - (31 - Integer.numberOfLeadingZeros(Math.max(1, state)));
            bases[i] = (state << widths[i]) - size;
        }
    }

    private int decode(BackwardBits stream, int[] weights) {
        int one = stream.take(log);
        int other = stream.take(log);
        int count = 0;
        while (count < MOST_WEIGHTS) {
            weights[count++] = symbols[one];
            one = bases[one] + stream.take(widths[one]);
            if (stream.overrun()) {
                weights[count++] = symbols[other];
                return count;
            }
            int swapped = one;
            one = other;
            other = swapped;
        }
        throw new IndexOutOfBoundsException("weights without end");
    }

    private int look(int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            long at = bit + i;
            value |= (data[(int) (at >>> 3)] >>> (at & 7) & 1) << i;
        }
        return value;
    }

    private int forward(int count) {
        int value = look(count);
        bit += count;
        return value;
    }
}
