package io.mcpsf.judge;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Of paths those in the home that holds most of them. Most further starts have a home of their own,
 * for another user: two files in each of eight homes are the same two files eight times.
 */
final class FullestHome {

    private static final Pattern HOME = Pattern.compile("^/home/[^/]+/");

    private FullestHome() {}

    static <T> Map<String, T> of(Map<String, T> paths) {
        Map<String, Map<String, T>> homes = new TreeMap<>();
        paths.forEach(
                (path, what) ->
                        homes.computeIfAbsent(home(path), _ -> new TreeMap<>()).put(path, what));
        return homes.values().stream().max(Comparator.comparingInt(Map::size)).orElse(paths);
    }

    private static String home(String path) {
        Matcher home = HOME.matcher(path);
        return home.find() ? home.group() : "";
    }
}
