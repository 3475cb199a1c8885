package io.mcpsf.broker.privacy;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Words that look like what they stand for, so that code which checks or sorts them goes on
 * working, and that are nobody's: a reserved domain, a country code that is not assigned, card
 * numbers that no network issues, a country that no bank is in.
 */
final class TokenForms {

    /** What could be one of these, of whatever session. */
    static final Pattern ANY =
            Pattern.compile(
                    "p[a-z]{10}@token\\.invalid|\\+999 [0-9]{3} [0-9]{7}|9999(?:[ -]?[0-9]{4}){3}"
                            + "|XX[0-9]{20}|9[0-9]{4} Q[a-z]{7} Street|Q[a-z]{6}(?: X[a-z]{7})?");

    private static final String CONSONANTS = "bcdfghjklmnprstvz";
    private static final String VOWELS = "aeiou";

    private final BigInteger random;

    /** {@code random} decides everything; as many bytes as a digest has. */
    TokenForms(byte[] random) {
        this.random = new BigInteger(1, random);
    }

    String of(PersonalKind kind, String value) {
        return switch (kind) {
            case EMAIL -> "p" + word(10, 0) + "@token.invalid";
            case PHONE -> "+999 " + digits(0, 3) + " " + digits(3, 7);
            case CARD -> card(value);
            case IBAN -> iban();
            case NAME -> "Q" + word(6, 0) + (value.strip().contains(" ") ? " X" + word(7, 40) : "");
            case ADDRESS -> "9" + digits(0, 4) + " Q" + word(7, 0) + " Street";
            case CUSTOM -> shaped(value);
        };
    }

    /** Sixteen digits of a range that is left to national bodies, with a check digit. */
    private String card(String value) {
        String body = "9999" + digits(0, 11);
        String whole = body + CheckedNumbers.luhnDigit(body);
        String gap = value.contains(" ") ? " " : value.contains("-") ? "-" : "";
        return String.join(
                gap,
                whole.substring(0, 4),
                whole.substring(4, 8),
                whole.substring(8, 12),
                whole.substring(12));
    }

    private String iban() {
        String account = digits(0, 18);
        int check = 98 - CheckedNumbers.mod97("XX00" + account);
        return "XX%02d%s".formatted(check, account);
    }

    /** Letters for letters and digits for digits. */
    private String shaped(String value) {
        var out = new StringBuilder(value.length());
        BigInteger rest = random;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            int drawn = rest.mod(BigInteger.valueOf(260)).intValue();
            rest = rest.divide(BigInteger.valueOf(3)).add(random.shiftRight(i % 64));
            if (Character.isDigit(c)) {
                out.append((char) ('0' + drawn % 10));
            } else if (Character.isLetter(c)) {
                out.append((char) ((Character.isUpperCase(c) ? 'A' : 'a') + drawn % 26));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private String word(int length, int skipped) {
        var out = new StringBuilder(length);
        BigInteger rest = random.shiftRight(96 + skipped);
        for (int i = 0; i < length; i++) {
            String letters = i % 2 == 0 ? VOWELS : CONSONANTS;
            BigInteger[] parts = rest.divideAndRemainder(BigInteger.valueOf(letters.length()));
            out.append(letters.charAt(parts[1].intValue()));
            rest = parts[0];
        }
        return out.toString().toLowerCase(Locale.ROOT);
    }

    private String digits(int from, int count) {
        String all = random.mod(BigInteger.TEN.pow(24)).add(BigInteger.TEN.pow(24)).toString();
        return all.substring(1 + from, 1 + from + count);
    }
}
