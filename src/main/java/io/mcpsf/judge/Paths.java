package io.mcpsf.judge;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Paths as rules speak of them. They are hostile text and never touch a file system of ours. */
final class Paths {

    private static final Pattern HOME = Pattern.compile("^(/home/[^/]+|/root)(?=/|$)");

    private Paths() {}

    /** The last part of a path. */
    static String name(String hostile) {
        return hostile.substring(hostile.lastIndexOf('/') + 1);
    }

    static String parent(String hostile) {
        int slash = hostile.lastIndexOf('/');
        return slash <= 0 ? "/" : hostile.substring(0, slash);
    }

    /** With {@code ~} for whatever home the persona of this run has, so that runs compare. */
    static String homeless(String hostile) {
        return HOME.matcher(hostile).replaceFirst("~");
    }

    /** True when one of the patterns matches; see {@link #glob}. */
    static boolean anyGlob(List<Pattern> globs, String hostile) {
        return globs.stream().anyMatch(glob -> glob.matcher(hostile).matches());
    }

    static List<Pattern> globs(String... globs) {
        return List.of(globs).stream().map(Paths::glob).collect(Collectors.toUnmodifiableList());
    }

    /**
     * A path glob: {@code *} within a part, {@code **} over parts (a leading or inner {@code **}
     * followed by a slash also matches nothing), {@code ?} one character, {@code {a,b}}
     * alternatives, {@code ~} at the beginning any home folder.
     */
    static Pattern glob(String glob) {
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
