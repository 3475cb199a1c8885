package io.mcpsf.bait;

import java.util.Arrays;

/**
 * Bytes written as the digits of an alphabet of 16, 32 or 64 characters: hex, base32, base64. A run
 * of such characters is read at each alignment, because what stands before the wrapped bytes, in
 * the text or in the wrapped whole, is unknown.
 */
final class Digits implements Wrapping {

    static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
    private static final String DECIMAL = "0123456789";

    /** A longer run is read piece by piece, to bound the memory. */
    private static final int PIECE = 4 << 20;

    /** What two pieces share: more than any part of a secret takes in two layers. */
    private static final int OVERLAP = 4096;

    private static final byte OUTSIDE = -1;
    private static final byte SKIPPED = -2;

    private final String word;
    private final int bits;
    private final int shortest;
    private final byte[] values = new byte[256];

    private Digits(String word, int bits, String skipped, String... alphabets) {
        this.word = word;
        this.bits = bits;
        this.shortest = (WindowIndex.WINDOW * 8 + bits - 1) / bits;
        Arrays.fill(values, OUTSIDE);
        skipped.chars().forEach(c -> values[c] = SKIPPED);
        for (String alphabet : alphabets) {
            for (int i = 0; i < alphabet.length(); i++) {
                values[alphabet.charAt(i)] = (byte) i;
            }
        }
    }

    /** Also as a list with separators between the bytes. */
    static Digits hex(String letters) {
        return new Digits("hex", 4, ".\r\n :-,", DECIMAL + letters);
    }

    /** In one case: a run of both is something else. The dots are those of a domain name. */
    static Digits base32(String letters) {
        return new Digits("base32", 5, ".\r\n-", letters + "234567");
    }

    static Digits base32hex(String letters) {
        return new Digits("base32hex", 5, ".\r\n-", DECIMAL + letters.substring(0, 22));
    }

    /** The plain and the URL alphabet at once. */
    static Digits base64() {
        String common = UPPER + LOWER + DECIMAL;
        return new Digits("base64", 6, ".\r\n", common + "+/", common + "-_");
    }

    /**
     * Looks at every n-th character only, where n is the length of the shortest run that counts.
     */
    @Override
    public void open(byte[] hostile, Opened opened) {
        int floor = 0;
        int at = shortest - 1;
        while (at < hostile.length && !opened.enough()) {
            if (value(hostile, at) == OUTSIDE) {
                at += shortest;
                continue;
            }
            int begin = at;
            while (begin > floor && value(hostile, begin - 1) != OUTSIDE) {
                begin--;
            }
            int end = at + 1;
            while (end < hostile.length && value(hostile, end) != OUTSIDE) {
                end++;
            }
            if (end - begin >= shortest) {
                readRun(hostile, begin, end, opened);
            }
            floor = end + 1;
            at = end + shortest;
        }
    }

    private void readRun(byte[] hostile, int begin, int end, Opened opened) {
        for (int from = begin; from < end; from += PIECE - OVERLAP) {
            int to = Math.min(end, from + PIECE);
            byte[] digits = new byte[to - from];
            int count = 0;
            int cases = 0;
            for (int i = from; i < to; i++) {
                byte value = value(hostile, i);
                if (value >= 0) {
                    digits[count++] = value;
                    cases |= caseOf(hostile[i]);
                }
            }
            if (bits == 6 && cases != 3) {
                continue; // A word, a path or a number: chance does not write base64 in one case.
            }
            int alignments = bits == 4 ? 2 : bits == 5 ? 8 : 4;
            for (int skip = 0; skip < alignments && count - skip >= shortest; skip++) {
                if (opened.enough()) {
                    return;
                }
                opened.content(word, pack(digits, skip, count));
            }
            if (to == end) {
                return;
            }
        }
    }

    private static int caseOf(byte b) {
        if (b >= 'a') {
            return 1;
        }
        return b >= 'A' && b <= 'Z' ? 2 : 0;
    }

    private byte[] pack(byte[] digits, int from, int to) {
        byte[] packed = new byte[(int) ((long) (to - from) * bits / 8)];
        int held = 0;
        int holds = 0;
        int at = 0;
        for (int i = from; i < to && at < packed.length; i++) {
            held = held << bits | digits[i];
            holds += bits;
            if (holds >= 8) {
                holds -= 8;
                packed[at++] = (byte) (held >>> holds);
                held &= (1 << holds) - 1;
            }
        }
        return packed;
    }

    private byte value(byte[] hostile, int at) {
        return values[hostile[at] & 0xff];
    }
}
