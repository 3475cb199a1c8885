package io.mcpsf.text;

import java.util.ArrayList;
import java.util.List;

/** Text measured as a terminal draws it: East Asian wide letters take two columns, marks none. */
public final class Columns {

    /** East Asian Wide and Fullwidth; the pictures among the symbols are asked for by name. */
    private static final int[][] WIDE = {
        {0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf}, {0xa960, 0xa97f},
        {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe10, 0xfe19}, {0xfe30, 0xfe6f},
        {0xff01, 0xff60}, {0xffe0, 0xffe6}, {0x16fe0, 0x18cff}, {0x1aff0, 0x1b2ff},
        {0x1f200, 0x1f265}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff},
        {0x20000, 0x3fffd}
    };

    private Columns() {}

    /** The columns of a string that is already printable. */
    public static int of(String printable) {
        return printable.codePoints().map(Columns::of).sum();
    }

    /** The longest beginning that fits. */
    public static String head(String printable, int columns) {
        int used = 0;
        int end = 0;
        while (end < printable.length()) {
            int codePoint = printable.codePointAt(end);
            used += of(codePoint);
            if (used > columns) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        return printable.substring(0, end);
    }

    /** Filled with spaces up to this many columns; never cut. */
    public static String pad(String printable, int columns) {
        return printable + " ".repeat(Math.max(0, columns - of(printable)));
    }

    /**
     * Lines of at most this many columns, broken at spaces where there are any; what does not fit
     * into {@code maxLines} is cut behind a word, with an ellipsis.
     */
    public static List<String> wrap(String printable, int columns, int maxLines) {
        int width = Math.max(1, columns);
        var lines = new ArrayList<String>();
        String rest = printable.strip();
        while (!rest.isEmpty()) {
            if (of(rest) <= width) {
                lines.add(rest);
                break;
            }
            if (lines.size() == maxLines - 1) {
                lines.add(breakAt(rest, width - 1).stripTrailing() + "…");
                break;
            }
            String line = breakAt(rest, width);
            lines.add(line.stripTrailing());
            rest = rest.substring(line.length()).stripLeading();
        }
        return lines;
    }

    private static String breakAt(String rest, int width) {
        String line = head(rest, width);
        if (line.isEmpty() && width > 0) {
            return rest.substring(0, rest.offsetByCodePoints(0, 1));
        }
        if (line.isEmpty()) {
            return "";
        }
        int space = rest.charAt(line.length()) == ' ' ? line.length() : line.lastIndexOf(' ');
        return space > width / 3 ? line.substring(0, space) : line;
    }

    static int of(int codePoint) {
        if (codePoint < 0x300) {
            return 1;
        }
        if (Hidden.mark(codePoint)) {
            return 0;
        }
        return wide(codePoint) ? 2 : 1;
    }

    private static boolean wide(int codePoint) {
        for (int[] range : WIDE) {
            if (codePoint >= range[0] && codePoint <= range[1]) {
                return true;
            }
        }
        return Character.isEmojiPresentation(codePoint);
    }
}
