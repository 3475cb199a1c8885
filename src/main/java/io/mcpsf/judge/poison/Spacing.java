package io.mcpsf.judge.poison;

/** Joins letters that were spaced out: {@code "r e a d"}, {@code "r.e.a.d"}. */
final class Spacing {

    private Spacing() {}

    /** Runs of at least so many single characters become words; wider gaps part them. */
    static String joined(String text, int run, String separators) {
        String tight = unseparated(text, run, separators);
        var plain = new StringBuilder(tight.length());
        int i = 0;
        while (i < tight.length()) {
            int end = runEnd(tight, i);
            if (letters(tight, i, end) >= run) {
                join(plain, tight, i, end);
                i = end;
            } else {
                plain.append(tight.charAt(i));
                i++;
            }
        }
        return plain.toString();
    }

    /** Behind the last of the single characters that begin here, each with a gap behind it. */
    private static int runEnd(String text, int from) {
        if (from > 0 && !Character.isWhitespace(text.charAt(from - 1))) {
            return from;
        }
        int at = from;
        int end = from;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            int next = text.offsetByCodePoints(at, 1);
            if (next < text.length() && !Character.isWhitespace(text.charAt(next))) {
                break;
            }
            end = next;
            at = next;
            while (at < text.length() && Character.isWhitespace(text.charAt(at)) && at - end < 12) {
                at++;
            }
        }
        return end;
    }

    private static int letters(String text, int from, int end) {
        int letters = 0;
        for (int i = from; i < end; i++) {
            letters += Character.isWhitespace(text.charAt(i)) ? 0 : 1;
        }
        return letters;
    }

    private static void join(StringBuilder plain, String text, int from, int end) {
        boolean wide = wide(text, from, end);
        var word = new StringBuilder();
        int gap = 0;
        for (int i = from; i < end; i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c)) {
                gap++;
                if (c == '\n') {
                    gap++;
                }
            } else {
                if (gap > 1) {
                    word.append(' ');
                }
                word.append(c);
                gap = 0;
            }
        }
        String letters = word.toString();
        plain.append(wide ? letters : Segments.of(letters));
    }

    /** Whether wider gaps show where words end. */
    private static boolean wide(String text, int from, int end) {
        for (int i = from; i + 1 < end; i++) {
            if (Character.isWhitespace(text.charAt(i))
                    && Character.isWhitespace(text.charAt(i + 1))) {
                return true;
            }
        }
        return false;
    }

    private static String unseparated(String text, int run, String separators) {
        var plain = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            int end = i;
            char separator = i + 1 < text.length() ? text.charAt(i + 1) : ' ';
            boolean begins = i == 0 || !Character.isLetterOrDigit(text.charAt(i - 1));
            if (begins && separators.indexOf(separator) >= 0) {
                while (end < text.length()
                        && Character.isLetter(text.charAt(end))
                        && end + 1 < text.length()
                        && text.charAt(end + 1) == separator) {
                    end += 2;
                }
                if (end < text.length() && Character.isLetter(text.charAt(end))) {
                    end++;
                }
            }
            if (end - i >= run) {
                for (int at = i; at < end; at += 2) {
                    plain.append(text.charAt(at));
                }
                i = end;
            } else {
                plain.append(text.charAt(i));
                i++;
            }
        }
        return plain.toString();
    }
}
