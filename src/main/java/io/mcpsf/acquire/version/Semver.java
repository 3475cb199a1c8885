package io.mcpsf.acquire.version;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version as npm counts them. Build metadata is dropped: it orders nothing. */
public record Semver(long major, long minor, long patch, List<String> pre)
        implements Comparable<Semver> {

    private static final Pattern FORM =
            Pattern.compile(
                    "[v=\\s]*([0-9]{1,15})\\.([0-9]{1,15})\\.([0-9]{1,15})(?:-([0-9A-Za-z.-]+))?(?:\\+.*)?");

    public Semver {
        pre = List.copyOf(pre);
    }

    public static Optional<Semver> parse(String text) {
        Matcher parts = FORM.matcher(text.strip());
        if (text.length() > 256 || !parts.matches()) {
            return Optional.empty();
        }
        String pre = parts.group(4) == null ? "" : parts.group(4);
        return Optional.of(
                new Semver(
                        Long.parseLong(parts.group(1)),
                        Long.parseLong(parts.group(2)),
                        Long.parseLong(parts.group(3)),
                        pre.isEmpty() ? List.of() : List.of(pre.split("\\."))));
    }

    boolean sameTriple(Semver other) {
        return major == other.major && minor == other.minor && patch == other.patch;
    }

    public boolean isPrerelease() {
        return !pre.isEmpty();
    }

    @Override
    public int compareTo(Semver other) {
        int order = Long.compare(major, other.major);
        order = order != 0 ? order : Long.compare(minor, other.minor);
        order = order != 0 ? order : Long.compare(patch, other.patch);
        if (order != 0) {
            return order;
        }
        if (pre.isEmpty() || other.pre.isEmpty()) {
            return Boolean.compare(pre.isEmpty(), other.pre.isEmpty());
        }
        for (int i = 0; i < Math.min(pre.size(), other.pre.size()); i++) {
            order = compare(pre.get(i), other.pre.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(pre.size(), other.pre.size());
    }

    /** Numbers come before words, and count as numbers. */
    private static int compare(String one, String two) {
        boolean first = one.matches("[0-9]{1,18}");
        boolean second = two.matches("[0-9]{1,18}");
        if (first && second) {
            return Long.compare(Long.parseLong(one), Long.parseLong(two));
        }
        return first == second ? one.compareTo(two) : Boolean.compare(second, first);
    }
}
