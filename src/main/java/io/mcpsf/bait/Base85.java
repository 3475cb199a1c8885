package io.mcpsf.bait;

import java.util.Arrays;
import java.util.List;

/** Four bytes as five characters: the alphabets of Adobe, of git and Python, and of ZeroMQ. */
final class Base85 implements Wrapping {

    private static final String ALPHANUMERIC = "0123456789" + Digits.UPPER + Digits.LOWER;

    private static final List<byte[]> ALPHABETS =
            List.of(
                    values(adobe()),
                    values(ALPHANUMERIC + "!#$%&()*+-;<=>?@^_`{|}~"),
                    values("0123456789" + Digits.LOWER + Digits.UPPER + ".-:+=^!/*?&<>()[]{}@%$#"));

    private static final int SHORTEST = 20;
    private static final byte OUTSIDE = -1;
    private static final byte SKIPPED = -2;

    @Override
    public void open(byte[] hostile, Opened opened) {
        for (byte[] values : ALPHABETS) {
            int at = 0;
            while (at < hostile.length) {
                int end = at;
                while (end < hostile.length && values[hostile[end] & 0xff] != OUTSIDE) {
                    end++;
                }
                if (end - at >= SHORTEST) {
                    run(hostile, at, end, values, opened);
                }
                at = end + 1;
            }
        }
    }

    private static void run(byte[] hostile, int from, int to, byte[] values, Opened opened) {
        byte[] digits = new byte[to - from];
        int count = 0;
        for (int i = from; i < to; i++) {
            byte value = values[hostile[i] & 0xff];
            if (value >= 0) {
                digits[count++] = value;
            }
        }
        for (int skip = 0; skip < 5 && count - skip >= SHORTEST; skip++) {
            opened.last("base85", read(digits, skip, count));
        }
    }

    private static byte[] read(byte[] digits, int from, int to) {
        byte[] bytes = new byte[(to - from) / 5 * 4];
        for (int at = 0; at < bytes.length; at += 4) {
            int first = from + at / 4 * 5;
            long word = 0;
            for (int i = 0; i < 5; i++) {
                word = word * 85 + digits[first + i];
            }
            for (int i = 0; i < 4; i++) {
                bytes[at + i] = (byte) (word >>> (24 - 8 * i));
            }
        }
        return bytes;
    }

    private static String adobe() {
        var alphabet = new StringBuilder();
        for (char c = '!'; c <= 'u'; c++) {
            alphabet.append(c);
        }
        return alphabet.toString();
    }

    private static byte[] values(String alphabet) {
        byte[] values = new byte[256];
        Arrays.fill(values, OUTSIDE);
        values['\n'] = SKIPPED;
        values['\r'] = SKIPPED;
        for (int i = 0; i < alphabet.length(); i++) {
            values[alphabet.charAt(i)] = (byte) i;
        }
        return values;
    }
}
