package io.mcpsf.acquire.version;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range as npm reads it: {@code ^1.2 || ~2.0.1 || 3.x || >=4 <5 || 1.0 - 2.0}. A prerelease fits
 * only where the range itself names one of the same triple.
 */
public final class SemverRange {

    private static final int LONGEST = 512;
    private static final Pattern HYPHEN = Pattern.compile("\\s*(\\S+)\\s+-\\s+(\\S+)\\s*");
    private static final Pattern PART =
            Pattern.compile(
                    "(\\^|~>?|>=|<=|>|<|=)?\\s*v?([0-9]{1,15}|[xX*])(?:\\.([0-9]{1,15}|[xX*]))?"
                            + "(?:\\.([0-9]{1,15}|[xX*]))?(?:-([0-9A-Za-z.-]+))?(?:\\+\\S*)?");

    private final List<List<Bound>> alternatives;

    private SemverRange(List<List<Bound>> alternatives) {
        this.alternatives = alternatives;
    }

    /** One end: everything at, above or below a version. */
    private record Bound(boolean lower, boolean inclusive, Semver version) {
        boolean admits(Semver candidate) {
            int order = candidate.compareTo(version);
            return (inclusive && order == 0) || (lower ? order > 0 : order < 0);
        }
    }

    /** Empty when it is no range. */
    public static Optional<SemverRange> parse(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        List<List<Bound>> alternatives = new ArrayList<>();
        for (String alternative : text.split("\\|\\|", -1)) {
            List<Bound> bounds = new ArrayList<>();
            if (!read(alternative.strip(), bounds)) {
                return Optional.empty();
            }
            alternatives.add(bounds);
        }
        return Optional.of(new SemverRange(alternatives));
    }

    public boolean admits(Semver version) {
        return alternatives.stream().anyMatch(bounds -> fits(bounds, version));
    }

    private static boolean fits(List<Bound> bounds, Semver version) {
        return bounds.stream().allMatch(bound -> bound.admits(version))
                && (!version.isPrerelease()
                        || bounds.stream()
                                .map(Bound::version)
                                .anyMatch(end -> end.isPrerelease() && end.sameTriple(version)));
    }

    private static boolean read(String text, List<Bound> bounds) {
        Matcher hyphen = HYPHEN.matcher(text);
        if (hyphen.matches()) {
            return read(">=" + hyphen.group(1), bounds) && read("<=" + hyphen.group(2), bounds);
        }
        int at = 0;
        Matcher part = PART.matcher(text);
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == ',') {
                at++;
            } else if (part.find(at) && part.start() == at && add(part, bounds)) {
                at = part.end();
            } else {
                return false;
            }
        }
        return true;
    }

    private static boolean add(Matcher part, List<Bound> bounds) {
        String operator = part.group(1) == null ? "=" : part.group(1);
        long[] numbers = new long[3];
        int given = 0;
        while (given < 3 && isNumber(part.group(given + 2))) {
            numbers[given] = Long.parseLong(part.group(given + 2));
            given++;
        }
        for (int behind = given; behind < 3; behind++) {
            if (isNumber(part.group(behind + 2))) {
                return false; // Nothing can be fixed behind what is not.
            }
        }
        boolean whole = given == 3;
        List<String> pre =
                whole && part.group(5) != null ? List.of(part.group(5).split("\\.")) : List.of();
        var from = new Semver(numbers[0], numbers[1], numbers[2], pre);
        switch (operator) {
            case ">=" -> bounds.add(new Bound(true, true, from));
            case ">" ->
                    bounds.add(
                            whole
                                    ? new Bound(true, false, from)
                                    : new Bound(true, true, released(next(from, given))));
            case "<" -> bounds.add(new Bound(false, false, whole ? from : floor(from)));
            case "<=" ->
                    bounds.add(
                            whole
                                    ? new Bound(false, true, from)
                                    : new Bound(false, false, next(from, given)));
            case "^" -> between(bounds, from, given == 0 ? 0 : caret(numbers, given));
            case "~", "~>" -> between(bounds, from, Math.min(given, 2));
            default -> {
                if (whole) {
                    bounds.add(new Bound(true, true, from));
                    bounds.add(new Bound(false, true, from));
                } else {
                    between(bounds, from, given);
                }
            }
        }
        return true;
    }

    /** A caret lets everything change behind the first number that is not zero. */
    private static int caret(long[] numbers, int given) {
        for (int i = 0; i < given; i++) {
            if (numbers[i] != 0) {
                return i + 1;
            }
        }
        return given;
    }

    private static void between(List<Bound> bounds, Semver from, int fixed) {
        bounds.add(new Bound(true, true, from));
        if (fixed > 0) {
            bounds.add(new Bound(false, false, next(from, fixed)));
        }
    }

    /** The first version after all that share so many leading numbers, prereleases included. */
    private static Semver next(Semver from, int fixed) {
        return switch (fixed) {
            case 0 -> new Semver(Long.MAX_VALUE, 0, 0, List.of());
            case 1 -> new Semver(from.major() + 1, 0, 0, List.of("0"));
            case 2 -> new Semver(from.major(), from.minor() + 1, 0, List.of("0"));
            default -> new Semver(from.major(), from.minor(), from.patch() + 1, List.of("0"));
        };
    }

    private static Semver released(Semver version) {
        return new Semver(version.major(), version.minor(), version.patch(), List.of());
    }

    private static Semver floor(Semver from) {
        return new Semver(from.major(), from.minor(), from.patch(), List.of("0"));
    }

    private static boolean isNumber(@org.jspecify.annotations.Nullable String group) {
        return group != null && Character.isDigit(group.charAt(0));
    }
}
