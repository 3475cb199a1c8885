package io.mcpsf.text;

/**
 * A hostile string on one line that can harm no terminal and no log: nothing hidden, nothing that
 * moves a cursor, and no longer than asked.
 */
public final class Printable {

    /** What one line of a log or of an error message may cost. */
    public static final int LINE = 400;

    /** A line shorter than this is cut without a count: the text is worth more. */
    private static final int SHORT = 16;

    private Printable() {}

    /** For a log or an error message. */
    public static String line(String hostile) {
        return line(hostile, LINE);
    }

    /** At most this many columns; a cut says how many characters are missing: {@code …(+123)}. */
    public static String line(String hostile, int columns) {
        return write(hostile, columns, false);
    }

    /** The same for a place that knows only ASCII. */
    public static String ascii(String hostile, int columns) {
        return write(hostile, columns, true);
    }

    private static String write(String hostile, int columns, boolean asciiOnly) {
        int limit = Math.max(1, columns);
        var out = new StringBuilder(Math.min(hostile.length(), limit) + 16);
        // Where to cut, should the text turn out too long.
        int cut = 0;
        int cutAt = 0;
        int used = 0;
        int marks = 0;
        // The ellipsis and the count, which is never longer than that of the whole text.
        int roomy = limit - "…(+)".length() - Integer.toString(hostile.length()).length();
        for (int i = 0; i < hostile.length(); ) {
            int codePoint = hostile.codePointAt(i);
            marks = Hidden.mark(codePoint) ? marks + 1 : 0;
            boolean show =
                    Hidden.is(codePoint)
                            || marks > Hidden.MAX_MARKS
                            || (asciiOnly && codePoint > 0x7e);
            String piece = show ? Hidden.shown(codePoint) : Character.toString(codePoint);
            int width = show ? piece.length() : Columns.of(codePoint);
            if (used + width > limit) {
                return ending(out, cut, hostile, cutAt, limit, asciiOnly);
            }
            out.append(piece);
            used += width;
            i += Character.charCount(codePoint);
            if (used <= roomy) {
                cut = out.length();
                cutAt = i;
            }
        }
        return out.toString();
    }

    private static String ending(
            StringBuilder out, int cut, String hostile, int cutAt, int limit, boolean ascii) {
        String dots = ascii ? "~" : "…";
        if (limit < SHORT) {
            return Columns.head(out.toString(), limit - 1) + dots;
        }
        out.setLength(cut);
        int missing = hostile.codePointCount(cutAt, hostile.length());
        return out + dots + "(+" + missing + ")";
    }
}
