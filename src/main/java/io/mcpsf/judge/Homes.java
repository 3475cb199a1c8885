package io.mcpsf.judge;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The homes that paths lie in. Most further starts have a home of their own, for another user: two
 * files in each of eight homes are the same two files eight times.
 */
final class Homes {

    private static final Pattern HOME = Pattern.compile("^/home/[^/]+/");

    private Homes() {}

    /** Of these paths those in the home that has most of them. */
    static <T> Map<String, T> most(Map<String, T> paths) {
        Map<String, Map<String, T>> homes = new TreeMap<>();
        paths.forEach(
                (path, what) ->
                        homes.computeIfAbsent(of(path), _ -> new TreeMap<>()).put(path, what));
        return homes.values().stream().max(Comparator.comparingInt(Map::size)).orElse(paths);
    }

    private static String of(String path) {
        Matcher home = HOME.matcher(path);
        return home.find() ? home.group() : "";
    }
}
