package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Characters that a person doesn't see and a model or terminal obeys. Emoji, scripts that need
 * joiners and right-to-left text use some of them honestly.
 */
public final class HiddenText {

    /** What a hidden character is good for. */
    public enum Kind {
        TAGS("characters of the invisible TAG block"),
        BIDI("direction controls"),
        ESCAPES("terminal escape sequences"),
        SELECTORS("runs of variation selectors"),
        ZERO_WIDTH("zero-width characters"),
        PRIVATE("private-use characters");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    private static final int MAX_TEXT = 200_000;
    private static final int MAX_QUOTED = 160;
    private static final int BLACK_FLAG = 0x1F3F4;
    private static final int CANCEL_TAG = 0xE007F;
    private static final int ZWNJ = 0x200C;
    private static final int ZWJ = 0x200D;
    private static final Pattern JSON_ESCAPE =
            Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*)\\\\u([0-9a-fA-F]{4})");
    private static final Pattern COLOURS = Pattern.compile("\\u001b\\[[0-9;]{0,20}m");

    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private final StringBuilder tags = new StringBuilder();

    private HiddenText() {}

    public static HiddenText in(String hostile) {
        var found = new HiddenText();
        int[] points = hostile.codePoints().limit(MAX_TEXT).toArray();
        boolean rightToLeft = false;
        for (int point : points) {
            byte direction = Character.getDirectionality(point);
            rightToLeft |=
                    direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
                            || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
        }
        for (int i = 0; i < points.length; i++) {
            if (points[i] == BLACK_FLAG) {
                i = afterFlag(points, i);
            } else {
                found.look(points, i, rightToLeft);
            }
        }
        return found;
    }

    /** JSON text with its {@code \\uXXXX} written out, because that is how a client reads it. */
    public static String unescaped(String json) {
        return JSON_ESCAPE
                .matcher(json)
                .replaceAll(
                        match ->
                                java.util.regex.Matcher.quoteReplacement(
                                        match.group(1)
                                                + (char) Integer.parseInt(match.group(2), 16)));
    }

    /** Colours in the output of programs are no attack. */
    public static String colourless(String text) {
        return COLOURS.matcher(text).replaceAll("");
    }

    public int count(Kind kind) {
        return counts.getOrDefault(kind, 0);
    }

    public boolean any() {
        return !counts.isEmpty();
    }

    /** The text that was hidden in TAG characters. */
    public String decoded() {
        return tags.toString();
    }

    /** What was found, in words. */
    public String words() {
        List<String> words = new ArrayList<>();
        counts.forEach((kind, count) -> words.add(count + " " + kind.words()));
        String all = String.join(", ", words);
        return tags.isEmpty() ? all : all + " that spell \"" + cut(decoded()) + "\"";
    }

    private static String cut(String hostile) {
        return hostile.length() <= MAX_QUOTED ? hostile : hostile.substring(0, MAX_QUOTED) + "…";
    }

    private void look(int[] points, int i, boolean rightToLeft) {
        int c = points[i];
        if (c >= 0xE0000 && c <= CANCEL_TAG) {
            add(Kind.TAGS);
            if (c >= 0xE0020 && c < CANCEL_TAG) {
                tags.appendCodePoint(c - 0xE0000);
            }
        } else if (c == 0x202D || c == 0x202E) {
            add(Kind.BIDI);
        } else if ((c >= 0x202A && c <= 0x202C)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x200E
                || c == 0x200F
                || c == 0x061C) {
            if (!rightToLeft) {
                add(Kind.BIDI);
            }
        } else if (control(c)) {
            add(Kind.ESCAPES);
        } else if (selector(c)) {
            if (i > 0 && selector(points[i - 1])) {
                add(Kind.SELECTORS);
            }
        } else if (c == ZWJ || c == ZWNJ) {
            if (!joins(points, i)) {
                add(Kind.ZERO_WIDTH);
            }
        } else if (c == 0x200B
                || c == 0x180E
                || (c >= 0x2060 && c <= 0x2064)
                || (c == 0xFEFF && i > 0)) {
            add(Kind.ZERO_WIDTH);
        } else if (Character.getType(c) == Character.PRIVATE_USE) {
            add(Kind.PRIVATE);
        }
    }

    private void add(Kind kind) {
        counts.merge(kind, 1, Integer::sum);
    }

    private static boolean control(int c) {
        boolean space = c == '\n' || c == '\r' || c == '\t';
        return !space && (c < 0x20 || (c >= 0x7F && c <= 0x9F));
    }

    private static boolean selector(int c) {
        return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
    }

    /** A joiner between letters or pictures that are joined, not between Latin letters. */
    private static boolean joins(int[] points, int i) {
        return i > 0 && joinable(points[i - 1]);
    }

    private static boolean joinable(int c) {
        return selector(c)
                || (Character.isEmoji(c) && c > 0x7F)
                || (c > 0x2FF
                        && (Character.isLetter(c)
                                || Character.getType(c) == Character.NON_SPACING_MARK
                                || Character.getType(c) == Character.COMBINING_SPACING_MARK));
    }

    private static int afterFlag(int[] points, int flag) {
        int i = flag + 1;
        while (i < points.length
                && i - flag < 9
                && points[i] >= 0xE0020
                && points[i] < CANCEL_TAG) {
            i++;
        }
        boolean closed = i < points.length && points[i] == CANCEL_TAG;
        return closed ? i : flag;
    }
}
