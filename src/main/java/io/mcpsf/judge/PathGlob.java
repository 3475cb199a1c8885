package io.mcpsf.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A pattern of paths: {@code *} within a part, {@code **} over parts (a leading or inner {@code **}
 * followed by a slash also matches nothing), {@code ?} one character, {@code {a,b}} alternatives,
 * {@code ~} at the beginning any home folder.
 *
 * <p>A flood has a hundred thousand paths and the rules some hundred patterns, so a path is first
 * searched for the longest plain text of a pattern, which nearly none has.
 */
final class PathGlob {

    /** More alternatives than this are not worth a search for each. */
    private static final int MOST_TEXTS = 16;

    private final Pattern pattern;

    /** A path that matches holds one of these. */
    private final List<String> texts;

    private PathGlob(Pattern pattern, List<String> texts) {
        this.pattern = pattern;
        this.texts = texts;
    }

    static PathGlob of(String glob) {
        Pattern pattern = pattern(glob);
        List<String> plain = alternatives(glob);
        return new PathGlob(
                pattern,
                plain.size() > MOST_TEXTS
                        ? List.of("")
                        : plain.stream().map(PathGlob::longestText).distinct().toList());
    }

    boolean matches(String hostile) {
        return mayMatch(hostile) && pattern.matcher(hostile).matches();
    }

    private boolean mayMatch(String hostile) {
        for (String text : texts) {
            if (hostile.contains(text)) {
                return true;
            }
        }
        return false;
    }

    /** The same without braces; they may stand in each other. */
    private static List<String> alternatives(String glob) {
        int close = glob.indexOf('}');
        int open = close < 0 ? -1 : glob.lastIndexOf('{', close);
        if (open < 0) {
            return List.of(glob.contains("{") ? "*" : glob);
        }
        List<String> all = new ArrayList<>();
        for (String choice : glob.substring(open + 1, close).split(",", -1)) {
            all.addAll(alternatives(glob.substring(0, open) + choice + glob.substring(close + 1)));
            if (all.size() > MOST_TEXTS) {
                return all;
            }
        }
        return all;
    }

    private static String longestText(String glob) {
        String longest = "";
        for (String text : glob.replaceFirst("^~", "*").split("[*?]*\\*\\*/|[*?]+", -1)) {
            longest = text.length() > longest.length() ? text : longest;
        }
        return longest;
    }

    private static Pattern pattern(String glob) {
        var regex = new StringBuilder();
        int i = 0;
        if (glob.equals("~") || glob.startsWith("~/")) {
            regex.append("(?:/home/[^/]+|/root)");
            i = 1;
        }
        int open = 0;
        for (; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (glob.startsWith("**/", i)) {
                regex.append("(?:[^/]*+/)*");
                i += 2;
            } else if (glob.startsWith("**", i)) {
                regex.append(".*");
                i += 1;
            } else if (c == '{') {
                open++;
                regex.append("(?:");
            } else if (c == '}' && open > 0) {
                open--;
                regex.append(')');
            } else if (c == ',' && open > 0) {
                regex.append('|');
            } else if (c == '*') {
                regex.append("[^/]*");
            } else if (c == '?') {
                regex.append("[^/]");
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        if (open != 0) {
            throw new IllegalArgumentException("a brace is not closed: " + glob);
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
}
