package io.mcpsf.bait;

import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Draws letters, digits and keys by chance that was handed in, so that a seed repeats them all. */
final class Forge {

    static final String UPPER = Digits.UPPER;
    static final String LOWER = Digits.LOWER;
    static final String DIGITS = "0123456789";
    static final String ALPHANUMERIC = UPPER + LOWER + DIGITS;
    private static final String BASE32 = UPPER + "234567";

    /** Words that would give a decoy away if chance wrote them. */
    private static final List<String> TELLING =
            List.of("honey", "canary", "fake", "test", "example", "mcpsf", "decoy", "bait");

    private final RandomGenerator chance;

    Forge(RandomGenerator chance) {
        this.chance = chance;
    }

    String alphanumeric(int length) {
        return draw(ALPHANUMERIC, length);
    }

    String lower(int length) {
        return draw(LOWER + DIGITS, length);
    }

    String hex(int length) {
        return draw(DIGITS + "abcdef", length);
    }

    /** As in the id of an access key. */
    String base32(int length) {
        return draw(BASE32, length);
    }

    String base64(int length) {
        return draw(ALPHANUMERIC + "+/", length);
    }

    String base64Url(int length) {
        return draw(ALPHANUMERIC + "-_", length);
    }

    String digits(int length) {
        return draw("123456789", 1) + draw(DIGITS, length - 1);
    }

    /** A password as a generator makes it: no character that a URL or a shell would mind. */
    String password() {
        return alphanumeric(20);
    }

    String uuid() {
        return hex(8)
                + "-"
                + hex(4)
                + "-4"
                + hex(3)
                + "-"
                + draw("89ab", 1)
                + hex(3)
                + "-"
                + hex(12);
    }

    /** Bytes, one in each character. */
    String binary(int length) {
        var drawn = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            drawn.append((char) chance.nextInt(256));
        }
        return drawn.toString();
    }

    byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        chance.nextBytes(bytes);
        return bytes;
    }

    int below(int bound) {
        return chance.nextInt(bound);
    }

    <T> T one(List<T> of) {
        return of.get(chance.nextInt(of.size()));
    }

    private String draw(String alphabet, int length) {
        String drawn = "";
        do {
            var letters = new StringBuilder(length);
            for (int i = 0; i < length; i++) {
                letters.append(alphabet.charAt(chance.nextInt(alphabet.length())));
            }
            drawn = letters.toString();
        } while (isTelling(drawn));
        return drawn;
    }

    private static boolean isTelling(String drawn) {
        String folded = drawn.toLowerCase(Locale.ROOT);
        return TELLING.stream().anyMatch(folded::contains);
    }
}
