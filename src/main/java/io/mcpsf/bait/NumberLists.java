package io.mcpsf.bait;

import java.io.ByteArrayOutputStream;

/**
 * Bytes as a list of decimal numbers, as JSON writes a buffer; negative ones as Java prints them.
 */
final class NumberLists implements Wrapping {

    /** The shortest list that counts: each number one digit and one separator. */
    private static final int SHORTEST = 2 * WindowIndex.WINDOW - 1;

    private static final int LONGEST = 4 << 20;

    @Override
    public void open(byte[] hostile, Opened opened) {
        int floor = 0;
        int at = SHORTEST - 1;
        while (at < hostile.length && !opened.enough()) {
            if (!belongs(hostile[at])) {
                at += SHORTEST;
                continue;
            }
            int begin = at;
            while (begin > floor && belongs(hostile[begin - 1])) {
                begin--;
            }
            int end = begin;
            var bytes = new ByteArrayOutputStream();
            while (end < hostile.length && belongs(hostile[end]) && bytes.size() < LONGEST) {
                end = number(hostile, end, bytes, opened);
            }
            flush(bytes, opened);
            floor = end;
            at = end + SHORTEST - 1;
        }
    }

    /** Takes separators and one number; a number that is no byte ends the list before it. */
    private static int number(byte[] hostile, int from, ByteArrayOutputStream bytes, Opened out) {
        int at = from;
        boolean negative = false;
        while (at < hostile.length && belongs(hostile[at]) && !isDigit(hostile[at])) {
            negative = hostile[at] == '-';
            at++;
        }
        int value = 0;
        int first = at;
        while (at < hostile.length && isDigit(hostile[at])) {
            value = Math.min(1000, value * 10 + hostile[at] - '0');
            at++;
        }
        if (at > first && value <= 0xff) {
            bytes.write(negative ? -value : value);
        } else if (at > first) {
            flush(bytes, out);
        }
        return at;
    }

    private static void flush(ByteArrayOutputStream bytes, Opened opened) {
        if (bytes.size() >= WindowIndex.WINDOW) {
            opened.content("numbers", bytes.toByteArray());
        }
        bytes.reset();
    }

    private static boolean belongs(byte b) {
        return isDigit(b) || b == ',' || b == ' ' || b == '-' || b == '\n' || b == '\r' || b == ';';
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
