package io.mcpsf.judge.poison;

import java.text.Normalizer;

/**
 * A plain text as it is compared: small letters, no accents, one form of each Arabic letter, words
 * in one script. Each of its characters knows where it stands in the plain text.
 */
final class Folded {

    private static final char[] BASE = new char[0x2000];

    static {
        for (char c = 0; c < BASE.length; c++) {
            BASE[c] = base(c);
        }
    }

    private final String text;
    private final int[] places;

    private Folded(String text, int[] places) {
        this.text = text;
        this.places = places;
    }

    String text() {
        return text;
    }

    static Folded of(String plain) {
        var text = new StringBuilder(plain.length());
        int[] places = new int[plain.length() + 1];
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            char folded = c < BASE.length ? BASE[c] : c;
            if (folded == '-' && joins(plain, i)) {
                folded = ' ';
            }
            if (folded != 0) {
                places[text.length()] = i;
                text.append(folded);
            }
        }
        places[text.length()] = plain.length();
        return new Folded(text.toString(), places);
    }

    /** Where in the plain text a character of this one stands. */
    int place(int at) {
        return places[at];
    }

    private static boolean joins(String text, int hyphen) {
        return hyphen > 0
                && hyphen + 1 < text.length()
                && Character.isLetter(text.charAt(hyphen - 1))
                && Character.isLetter(text.charAt(hyphen + 1));
    }

    private static char base(char c) {
        boolean mark =
                (c >= 0x300 && c <= 0x36F)
                        || (c >= 0x64B && c <= 0x652)
                        || c == 0x670
                        || c == 0x640
                        || c == 0x93C;
        if (mark) {
            return 0;
        }
        char small = Character.toLowerCase(c);
        return switch (small) {
            case '\u0131', '\u0130' -> 'i';
            case '\u0622', '\u0623', '\u0625', '\u0671' -> '\u0627';
            case '\u0649' -> '\u064a';
            case '\u0629' -> '\u0647';
            case '\u00df' -> 's';
            case '\u2018', '\u2019', '\u02bc' -> '\'';
            case '\u2010', '\u2011', '\u2012' -> '-';
            default -> {
                // Only letters whose mark is an accent; the rest of the world's marks are letters.
                String parts = Normalizer.normalize(String.valueOf(small), Normalizer.Form.NFD);
                boolean accented =
                        parts.length() > 1 && parts.charAt(1) >= 0x300 && parts.charAt(1) <= 0x36F;
                yield accented ? parts.charAt(0) : small;
            }
        };
    }
}
