package io.mcpsf.bait;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes written as one large number: base58, base62, base36, or plainly in tens. Only a whole run
 * of digits can be read, and long ones cost the square of their length, so there is a cap on both.
 */
final class BigDigits implements Wrapping {

    private static final String DECIMAL = "0123456789";

    /** The shortest secret in the widest base. */
    private static final int SHORTEST = 20;

    private static final int LONGEST = 400;

    /** Digits read in one search. */
    private static final int MOST = 4096;

    /** So many digits of any of these bases fit into a long. */
    private static final int AT_ONCE = 10;

    private static final List<Base> BASES =
            List.of(
                    new Base(
                            "base58", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"),
                    new Base("base62", DECIMAL + Digits.UPPER + Digits.LOWER),
                    new Base("base62", DECIMAL + Digits.LOWER + Digits.UPPER),
                    new Base("base36", DECIMAL + Digits.LOWER),
                    new Base("base36", DECIMAL + Digits.UPPER),
                    new Base("base10", DECIMAL));

    private static final class Base {
        private final String word;
        private final int size;
        private final byte[] values = new byte[256];

        Base(String word, String alphabet) {
            this.word = word;
            this.size = alphabet.length();
            Arrays.fill(values, (byte) -1);
            for (int i = 0; i < size; i++) {
                values[alphabet.charAt(i)] = (byte) i;
            }
        }

        int value(byte b) {
            return values[b & 0xff];
        }
    }

    @Override
    public void open(byte[] hostile, Opened opened) {
        for (Base base : BASES) {
            int left = MOST;
            int at = 0;
            while (at < hostile.length && left > 0) {
                int end = at;
                while (end < hostile.length && base.value(hostile[end]) >= 0) {
                    end++;
                }
                int length = end - at;
                if (length >= SHORTEST && length <= LONGEST) {
                    left -= length;
                    opened.last(base.word, number(hostile, at, end, base));
                }
                at = end + 1;
            }
        }
    }

    private static byte[] number(byte[] hostile, int from, int to, Base base) {
        BigInteger number = BigInteger.ZERO;
        for (int at = from; at < to; at += AT_ONCE) {
            long part = 0;
            long scale = 1;
            for (int i = at; i < Math.min(to, at + AT_ONCE); i++) {
                part = part * base.size + base.value(hostile[i]);
                scale *= base.size;
            }
            number = number.multiply(BigInteger.valueOf(scale)).add(BigInteger.valueOf(part));
        }
        return number.toByteArray();
    }
}
