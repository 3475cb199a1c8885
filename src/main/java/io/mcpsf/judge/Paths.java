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

    /** True when one of the patterns matches; see {@link PathGlob}. */
    static boolean anyGlob(List<PathGlob> globs, String hostile) {
        return globs.stream().anyMatch(glob -> glob.matches(hostile));
    }

    static List<PathGlob> globs(String... globs) {
        return List.of(globs).stream().map(PathGlob::of).collect(Collectors.toUnmodifiableList());
    }
}
