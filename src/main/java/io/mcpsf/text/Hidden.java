package io.mcpsf.text;

import java.util.HexFormat;

/**
 * The characters that do something to a screen or hide from a reader, and the way we show them.
 * What Unicode calls control, format, separator, private, unassigned or default-ignorable is never
 * printed as it is, whatever the sink.
 */
final class Hidden {

    /** More marks than this on one letter belong to no language: they paint over other lines. */
    static final int MAX_MARKS = 3;

    private static final HexFormat HEX = HexFormat.of();

    private Hidden() {}

    static boolean is(int codePoint) {
        if (codePoint < 0x7f) {
            return codePoint < 0x20;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                    true;
            // The wide space of Japanese text looks like what it is; the others pass for U+0020.
            case Character.SPACE_SEPARATOR -> codePoint != 0x3000;
            default -> ignorable(codePoint);
        };
    }

    /** {@code \n}, {@code \x1b} or <code>\&#117;{202e}</code>: the same for every sink. */
    static String shown(int codePoint) {
        return switch (codePoint) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default ->
                    codePoint < 0x100
                            ? "\\x" + HEX.toHexDigits((byte) codePoint)
                            : "\\u{" + Integer.toHexString(codePoint) + "}";
        };
    }

    static boolean mark(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    /** Letters and marks that Unicode wants drawn as nothing: variation selectors, fillers. */
    private static boolean ignorable(int codePoint) {
        return codePoint == 0x034f
                || codePoint == 0x2800
                || codePoint == 0x3164
                || codePoint == 0xffa0
                || codePoint == 0xfffc
                || in(codePoint, 0x115f, 0x1160)
                || in(codePoint, 0x17b4, 0x17b5)
                || in(codePoint, 0x180b, 0x180f)
                || in(codePoint, 0xfe00, 0xfe0f)
                || in(codePoint, 0xe0000, 0xe0fff);
    }

    private static boolean in(int codePoint, int from, int to) {
        return codePoint >= from && codePoint <= to;
    }
}
