package io.mcpsf.judge.poison;

import java.util.List;

/**
 * One sentence that is spread over the parts of a schema: each part ends with a piece of it, marked
 * by a number or begun with a small letter.
 */
final class Fragments {

    private static final int FEWEST = 3;
    private static final int SHORTEST = 8;
    private static final int MARK = 8;

    /** What honest parts of a schema go on with. */
    private static final List<String> USUAL =
            List.of("e.g", "i.e", "eg ", "ex.", "default", "optional", "z.b", "p. ex", "p.ej");

    private Fragments() {}

    /** The pieces in their order as one sentence; empty when there are too few. */
    static String glued(String plain) {
        var sentence = new StringBuilder();
        int pieces = 0;
        for (String part : plain.split("\u00b6", -1)) {
            String piece = piece(part.strip());
            if (piece.length() >= SHORTEST) {
                sentence.append(piece).append(' ');
                pieces++;
            }
        }
        return pieces >= FEWEST ? sentence.toString().strip() : "";
    }

    private static String piece(String part) {
        int stop = part.indexOf(". ");
        String rest = stop < 0 ? part : part.substring(stop + 2).strip();
        int begin = afterMark(rest);
        String words = rest.substring(begin).strip();
        boolean small = !words.isEmpty() && Character.isLowerCase(words.codePointAt(0));
        boolean goesOn = stop >= 0 && small && USUAL.stream().noneMatch(words::startsWith);
        String piece = begin > 0 || goesOn ? words : "";
        return piece.endsWith(".") ? piece.substring(0, piece.length() - 1) : piece;
    }

    /** Behind "(a)", "(2/3)", "2)" or an arrow, or 0. */
    private static int afterMark(String text) {
        if (text.startsWith("\u2192") || text.startsWith("->") || text.startsWith("\u2026")) {
            return text.startsWith("->") ? 2 : 1;
        }
        int close = text.indexOf(')');
        if (close <= 0 || close > MARK) {
            return 0;
        }
        String mark = text.substring(text.startsWith("(") ? 1 : 0, close);
        boolean number = !mark.isEmpty() && mark.chars().allMatch(c -> c == '/' || digit(c));
        boolean letter = mark.length() == 1 && Character.isLetter(mark.charAt(0));
        return number || letter ? close + 1 : 0;
    }

    private static boolean digit(int c) {
        return c >= '0' && c <= '9';
    }
}
