package io.mcpsf.boundary;

import java.util.List;
import java.util.Locale;

/**
 * A path of a policy: {@code *} stands for anything within one part, {@code **} for any parts. What
 * a server might resolve to another path matches nothing.
 */
final class UrlPathPattern {

    private UrlPathPattern() {}

    /** {@code target} is the hostile target of a request; what follows ? or # is no path. */
    static boolean matches(String glob, String target) {
        int end = 0;
        while (end < target.length() && target.charAt(end) != '?' && target.charAt(end) != '#') {
            end++;
        }
        String path = target.substring(0, end);
        return plain(path) && parts(List.of(glob.split("/", -1)), List.of(path.split("/", -1)));
    }

    private static boolean plain(String path) {
        String folded = path.toLowerCase(Locale.ROOT);
        boolean disguised =
                folded.contains("%2e") || folded.contains("%2f") || folded.contains("%5c");
        boolean dots =
                List.of(path.split("/", -1)).stream()
                        .anyMatch(part -> part.equals(".") || part.equals(".."));
        return path.startsWith("/")
                && !disguised
                && !dots
                && path.indexOf('\\') < 0
                && path.indexOf(';') < 0
                && !path.contains("//");
    }

    /** As {@link #part}, with {@code **} for any number of parts. */
    private static boolean parts(List<String> glob, List<String> path) {
        int g = 0;
        int p = 0;
        int star = -1;
        int from = 0;
        while (p < path.size()) {
            if (g < glob.size() && glob.get(g).equals("**")) {
                star = g++;
                from = p;
            } else if (g < glob.size() && part(glob.get(g), path.get(p))) {
                g++;
                p++;
            } else if (star >= 0) {
                g = star + 1;
                p = ++from;
            } else {
                return false;
            }
        }
        while (g < glob.size() && glob.get(g).equals("**")) {
            g++;
        }
        return g == glob.size();
    }

    /** Greedy with one way back: linear times linear, whatever the path is. */
    private static boolean part(String glob, String text) {
        int g = 0;
        int t = 0;
        int star = -1;
        int from = 0;
        while (t < text.length()) {
            if (g < glob.length() && glob.charAt(g) == '*') {
                star = g++;
                from = t;
            } else if (g < glob.length() && glob.charAt(g) == text.charAt(t)) {
                g++;
                t++;
            } else if (star >= 0) {
                g = star + 1;
                t = ++from;
            } else {
                return false;
            }
        }
        while (g < glob.length() && glob.charAt(g) == '*') {
            g++;
        }
        return g == glob.length();
    }
}
