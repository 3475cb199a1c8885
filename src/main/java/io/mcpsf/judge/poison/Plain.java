package io.mcpsf.judge.poison;

import java.text.Normalizer;
import java.util.regex.Pattern;

/**
 * A text as a model reads it: without invisible characters, in one script, with single spaces. An
 * empty line becomes a pilcrow, which ends a sentence.
 */
final class Plain {

    /** Twice the longest description that is kept. */
    private static final int MAX = 32 << 10;

    private static final Pattern MARKUP = Pattern.compile("\\*{1,3}|__|(?<=\\w)_(?=\\W)");

    private Plain() {}

    static String of(String hostile) {
        String text = hostile.length() > MAX ? hostile.substring(0, MAX) : hostile;
        // A lone letter of another script in an English word is read as the Latin one.
        text = visible(normalized(text));
        text = Lookalike.folded(text);
        text = MARKUP.matcher(text).replaceAll("");
        text = text.replace('\u2019', '\'').replace('\u2018', '\'');
        return spaced(text).strip();
    }

    /** English is normal by itself, and most texts are in English. */
    static String normalized(String text) {
        return ascii(text) ? text : Normalizer.normalize(text, Normalizer.Form.NFKC);
    }

    private static boolean ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** By hand, because every pattern for it is quadratic on a long gap. */
    private static String spaced(String text) {
        var plain = new StringBuilder(text.length());
        int lines = 0;
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c) || c == '\u00a0') {
                gap = true;
                lines += c == '\n' ? 1 : 0;
            } else {
                if (gap) {
                    boolean item =
                            lines == 1 && (Character.isUpperCase(c) || "-*•[<#".indexOf(c) >= 0);
                    plain.append(lines > 1 || item ? " ¶ " : " ");
                }
                plain.append(c);
                gap = false;
                lines = 0;
            }
        }
        return plain.toString();
    }

    private static String visible(String text) {
        var plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (visible(c)) {
                plain.appendCodePoint(c);
            }
            i += Character.charCount(c);
        }
        return plain.toString();
    }

    private static boolean visible(int c) {
        if (c >= ' ' && c < 0x7F) {
            return true;
        }
        int type = Character.getType(c);
        return type != Character.FORMAT
                && type != Character.PRIVATE_USE
                && type != Character.UNASSIGNED
                && (type != Character.CONTROL || Character.isWhitespace(c));
    }
}
