package io.mcpsf.judge.poison;

import java.util.Locale;

/** Letters and names that a person takes for others. */
public final class Lookalike {

    /** Letters that look like Latin ones, and below each the one that it looks like. */
    private static final String FOREIGN =
            "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u0261\u04bb"
                    + "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406"
                    + "\u03bf\u03bd\u03c1\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f"
                    + "\u03a1\u03a4\u03a5\u03a7\u0131";

    private static final String LATIN = "aeopcyxijsdghABEKMHOPCTXIovpABEHIKMNOPTYXi";

    /** Shorter names are near each other by chance. */
    private static final int MIN_NAME = 9;

    private Lookalike() {}

    /** The Latin letter that this one looks like, or itself. */
    static int latin(int c) {
        int foreign = c < 0x10000 ? FOREIGN.indexOf(c) : -1;
        return foreign < 0 ? c : LATIN.charAt(foreign);
    }

    /**
     * The text with Latin letters for those that look like them, in words that have both, and in
     * words of nothing but such letters among Latin ones. Words of another script stay, also those
     * of a language that we read which happen to have such letters only.
     */
    static String folded(String text) {
        int latin = 0;
        int other = 0;
        boolean foreign = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
                latin++;
            } else if (c > 0x36F && Character.isLetter(c)) {
                other++;
                foreign |= FOREIGN.indexOf(c) >= 0;
            }
        }
        if (!foreign) {
            return text;
        }
        var plain = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            int end = i;
            while (end < text.length() && Character.isLetter(text.charAt(end))) {
                end++;
            }
            plain.append(word(text.substring(i, end), latin > other));
            if (end < text.length()) {
                plain.append(text.charAt(end++));
            }
            i = end;
        }
        return plain.toString();
    }

    private static String word(String word, boolean amongLatin) {
        boolean latin = false;
        boolean all = true;
        for (int i = 0; i < word.length(); i++) {
            boolean own =
                    Character.UnicodeScript.of(word.charAt(i)) == Character.UnicodeScript.LATIN;
            latin |= own;
            all &= own || FOREIGN.indexOf(word.charAt(i)) >= 0;
        }
        boolean known = !latin && Lexicon.all().words().contains(word.toLowerCase(Locale.ROOT));
        if (!all || known || !(latin || amongLatin)) {
            return word;
        }
        var plain = new StringBuilder(word.length());
        word.chars().map(Lookalike::latin).forEach(c -> plain.append((char) c));
        return plain.toString();
    }

    /** The first Latin word that holds letters of another script, or nothing. */
    public static String in(String hostile) {
        if (hostile.chars().noneMatch(c -> c > 0x7F && FOREIGN.indexOf(c) >= 0)) {
            return "";
        }
        for (String word : hostile.split("[^\\p{L}]+", 5_000)) {
            int latin = 0;
            int foreign = 0;
            for (int i = 0; i < word.length(); i++) {
                if (FOREIGN.indexOf(word.charAt(i)) >= 0 && word.charAt(i) != '\u0131') {
                    foreign++;
                } else if (Character.UnicodeScript.of(word.charAt(i))
                        == Character.UnicodeScript.LATIN) {
                    latin++;
                } else {
                    latin = -word.length();
                }
            }
            if (foreign > 0 && latin >= 2) {
                return word.length() > 60 ? word.substring(0, 60) : word;
            }
        }
        return "";
    }

    /** What a name looks like at a glance: two names of the same shape are easily confused. */
    public static String shape(String hostile) {
        var shape = new StringBuilder();
        hostile.codePoints()
                .filter(c -> Character.getType(c) != Character.FORMAT)
                .map(Lookalike::latin)
                .forEach(shape::appendCodePoint);
        return shape.toString()
                .replace('1', 'l')
                .replace('I', 'l')
                .replace('0', 'o')
                .replace("rn", "m")
                .replace('-', '_')
                .toLowerCase(Locale.ROOT);
    }

    /** Whether one letter more, less, another or swapped makes one name the other. */
    public static boolean oneLetterApart(String one, String other) {
        if (one.equals(other)
                || Math.min(one.length(), other.length()) < MIN_NAME
                || Math.abs(one.length() - other.length()) > 1) {
            return false;
        }
        int start = 0;
        while (start < Math.min(one.length(), other.length())
                && one.charAt(start) == other.charAt(start)) {
            start++;
        }
        String a = one.substring(start);
        String b = other.substring(start);
        if (a.isEmpty() || b.isEmpty()) {
            return true;
        }
        boolean swapped =
                a.length() > 1
                        && b.length() > 1
                        && a.charAt(0) == b.charAt(1)
                        && a.charAt(1) == b.charAt(0)
                        && a.substring(2).equals(b.substring(2));
        return swapped
                || a.substring(1).equals(b)
                || a.equals(b.substring(1))
                || a.substring(1).equals(b.substring(1));
    }
}
