package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Letters that look like others, and text that is moved out of sight. */
final class Obfuscation {

    private static final int LONGEST = 16 << 10;
    private static final int GAP_BLANKS = 60;
    private static final int GAP_LINES = 12;

    private static final Pattern GAP =
            Pattern.compile(
                    "(?:[ \\u00a0]{%d}+|(?:[ \\t]{0,20}+\\r?\\n){%d})\\s*+\\S.{20}"
                            .formatted(GAP_BLANKS, GAP_LINES));

    private static final Pattern COMMENT =
            Pattern.compile("<!--(.{8,2000}?)-->|\\[//\\]: ?# ?\\((.{8,500}?)\\)", Pattern.DOTALL);

    private Obfuscation() {}

    /** What of a text, at this place, is made to be overlooked or mistaken. */
    static List<Hint> in(String hostile, TextPlace place) {
        var hints = new ArrayList<Hint>();
        // Without what trails it, so that a gap is always followed by something.
        String begin = hostile.substring(0, Math.min(hostile.length(), LONGEST)).stripTrailing();
        String word = Lookalike.in(begin);
        if (!word.isEmpty()) {
            hints.add(new Hint(Cue.LOOKALIKE, 5, 0, word));
        }
        Matcher gap = GAP.matcher(begin);
        // The tables of a README are full of gaps.
        if (place != TextPlace.README && gapes(begin) && gap.find()) {
            hints.add(Hint.quoting(Cue.PADDING, 5, 0, gap.group().strip()));
        }
        Matcher comment = COMMENT.matcher(begin);
        boolean opens = begin.contains("<!--") || begin.contains("[//]");
        if (opens && comment.find()) {
            hints.add(Hint.quoting(Cue.COMMENT, 5, 0, comment.group().strip()));
        }
        return hints;
    }

    /** Whether there is space enough for a gap; the pattern is slow to find that there is none. */
    private static boolean gapes(String text) {
        int blanks = 0;
        int lines = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            blanks = c == ' ' || c == '\u00a0' ? blanks + 1 : 0;
            lines = c == '\n' ? lines + 1 : c == ' ' || c == '\t' || c == '\r' ? lines : 0;
            if (blanks >= GAP_BLANKS || lines >= GAP_LINES) {
                return true;
            }
        }
        return false;
    }
}
