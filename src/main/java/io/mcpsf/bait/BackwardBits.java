package io.mcpsf.bait;

/** Bits that are read from the end to the beginning, as zstd writes them; zeros follow the last. */
final class BackwardBits {

    private final byte[] data;
    private final long first;
    private long next;

    BackwardBits(byte[] data, int from, int to) {
        this.data = data;
        this.first = 8L * from;
        int last = data[to - 1] & 0xff;
        // The highest bit that is set marks the end.
        this.next = 8L * (to - 1) + 31 - Integer.numberOfLeadingZeros(last | 1);
    }

    int peek(int count) {
        int value = 0;
        for (int i = 1; i <= count; i++) {
            long at = next - i;
            int bit = at < first ? 0 : data[(int) (at >>> 3)] >>> (at & 7) & 1;
            value = value << 1 | bit;
        }
        return value;
    }

    void skip(int count) {
        next -= count;
    }

    int take(int count) {
        int value = peek(count);
        skip(count);
        return value;
    }

    /** More was taken than was there. */
    boolean overrun() {
        return next < first;
    }
}
