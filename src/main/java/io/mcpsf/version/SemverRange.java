package io.mcpsf.version;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range exactly as npm reads it. A prerelease fits only where the range itself names one of the
 * same three numbers.
 */
public final class SemverRange {

    /** No honest manifest writes a longer one. */
    private static final int LONGEST = 2_000;

    private static final String PART = "(%s|x|X|\\*)".formatted(Semver.NUMBER);
    private static final String PLAIN =
            "[v=\\s]*%1$s(?:\\.%1$s(?:\\.%1$s%2$s?%3$s?)?)?"
                    .formatted(PART, Semver.PRERELEASE, Semver.BUILD);
    private static final Pattern HYPHEN =
            Pattern.compile("\\s*(%1$s)\\s+-\\s+(%1$s)\\s*".formatted(PLAIN));
    private static final Pattern OPERATOR_GAP = Pattern.compile("(?<![<>=])([<>]=?|=|\\^|~>?)\\s+");
    private static final Pattern BUILD = Pattern.compile(Semver.BUILD);
    private static final Pattern STAR = Pattern.compile("[<>]?=?\\*");
    private static final Pattern COMPARATOR =
            Pattern.compile("(\\^|~>?|[<>]?=?)(%s)".formatted(PLAIN));

    private final List<List<Bound>> alternatives;

    private SemverRange(List<List<Bound>> alternatives) {
        this.alternatives = List.copyOf(alternatives);
    }

    /** One end: everything at, above or below a version. */
    private record Bound(boolean lower, boolean inclusive, Semver version) {
        /** npm cannot count further, and refuses a range that would have to. */
        boolean countable() {
            return Math.max(version.major(), Math.max(version.minor(), version.patch()))
                    <= Semver.LARGEST;
        }

        boolean admits(Semver candidate) {
            int order = candidate.compareTo(version);
            return (inclusive && order == 0) || (lower ? order > 0 : order < 0);
        }
    }

    /** Empty when npm would refuse it as a whole. */
    public static Optional<SemverRange> parse(String hostile) {
        if (hostile.length() > LONGEST) {
            return Optional.empty();
        }
        var alternatives = new ArrayList<List<Bound>>();
        for (String alternative : hostile.strip().split("\\|\\|", -1)) {
            var bounds = new ArrayList<Bound>();
            if (!read(alternative.strip(), bounds) || !bounds.stream().allMatch(Bound::countable)) {
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
                && (version.prerelease().isEmpty()
                        || bounds.stream()
                                .map(Bound::version)
                                .anyMatch(
                                        end ->
                                                !end.prerelease().isEmpty()
                                                        && end.sameTriple(version)));
    }

    private static boolean read(String text, List<Bound> bounds) {
        Matcher hyphen = HYPHEN.matcher(text);
        if (hyphen.matches()) {
            return hyphen(hyphen, bounds);
        }
        String joined = OPERATOR_GAP.matcher(text.replaceAll("\\s+", " ")).replaceAll("$1");
        for (String word : joined.split(" ")) {
            if (word.isEmpty()) {
                continue;
            }
            String released = BUILD.matcher(word).replaceFirst("");
            Matcher comparator = COMPARATOR.matcher(released);
            if (!comparator.matches()) {
                // npm takes out a star that it could make nothing of, wherever it stands.
                comparator = COMPARATOR.matcher(STAR.matcher(released).replaceFirst(""));
            }
            if (!comparator.matches() || !comparator(comparator, bounds)) {
                return false;
            }
        }
        return true;
    }

    /** The numbers of a version with holes: how many are given before the first x. */
    private record Holey(int given, Semver from) {

        static Optional<Holey> of(Matcher matcher, int group) {
            String[] parts = {"0", "0", "0"};
            int given = 0;
            while (given < 3 && number(matcher.group(group + given))) {
                parts[given] = String.valueOf(matcher.group(group + given));
                given++;
            }
            String prerelease = given == 3 ? matcher.group(group + 3) : null;
            int count = given;
            return Semver.of(parts[0], parts[1], parts[2], prerelease)
                    .map(from -> new Holey(count, from));
        }

        private static boolean number(@Nullable String part) {
            return part != null && Character.isDigit(part.charAt(0));
        }

        /** A number behind a hole, which only a caret, a tilde and a hyphen put up with. */
        static boolean crossed(Matcher matcher, int group) {
            boolean hole = false;
            for (int i = 0; i < 3; i++) {
                boolean number = number(matcher.group(group + i));
                if (hole && number) {
                    return true;
                }
                hole |= !number;
            }
            return false;
        }

        boolean whole() {
            return given == 3;
        }

        /** The first version after all that share so many leading numbers, prereleases included. */
        Semver after(int shared) {
            List<String> first = List.of("0");
            return switch (shared) {
                case 1 -> new Semver(from.major() + 1, 0, 0, first);
                case 2 -> new Semver(from.major(), from.minor() + 1, 0, first);
                default -> new Semver(from.major(), from.minor(), from.patch() + 1, first);
            };
        }
    }

    private static boolean hyphen(Matcher matcher, List<Bound> bounds) {
        Optional<Holey> low = Holey.of(matcher, 2);
        Optional<Holey> high = Holey.of(matcher, 7);
        // npm pastes an operator in front of a whole version as it stands.
        if (low.isEmpty()
                || high.isEmpty()
                || (low.get().whole() && odd(matcher.group(1)))
                || (high.get().whole() && odd(matcher.group(6)))) {
            return false;
        }
        if (low.get().given() > 0) {
            bounds.add(new Bound(true, true, low.get().from()));
        }
        Holey end = high.get();
        if (end.whole()) {
            bounds.add(new Bound(false, true, end.from()));
        } else if (end.given() > 0) {
            bounds.add(new Bound(false, false, end.after(end.given())));
        }
        return true;
    }

    private static boolean odd(String written) {
        return !written.matches("v?\\d.*");
    }

    private static boolean comparator(Matcher matcher, List<Bound> bounds) {
        String operator = matcher.group(1);
        Optional<Holey> read = Holey.of(matcher, 3);
        if (read.isEmpty()) {
            return false;
        }
        Holey version = read.get();
        boolean tied = operator.equals("^") || operator.startsWith("~");
        if (!tied && (Holey.crossed(matcher, 3) || (version.whole() && odd(matcher.group(2))))) {
            return false;
        }
        if (version.given() == 0) {
            if (operator.equals("<") || operator.equals(">")) {
                bounds.add(new Bound(false, false, new Semver(0, 0, 0, List.of("0"))));
            }
            return true;
        }
        switch (operator) {
            case "^" -> between(bounds, version, caret(version));
            case "~", "~>" -> between(bounds, version, Math.min(version.given(), 2));
            default -> plain(operator, version, bounds);
        }
        return true;
    }

    private static void plain(String operator, Holey version, List<Bound> bounds) {
        Semver from = version.from();
        boolean whole = version.whole();
        switch (operator) {
            case ">=" -> bounds.add(new Bound(true, true, from));
            case ">" ->
                    bounds.add(
                            whole
                                    ? new Bound(true, false, from)
                                    : new Bound(true, true, released(version)));
            case "<" -> bounds.add(new Bound(false, false, whole ? from : before(from)));
            case "<=" ->
                    bounds.add(
                            whole
                                    ? new Bound(false, true, from)
                                    : new Bound(false, false, version.after(version.given())));
            default -> {
                if (whole) {
                    bounds.add(new Bound(true, true, from));
                    bounds.add(new Bound(false, true, from));
                } else {
                    between(bounds, version, version.given());
                }
            }
        }
    }

    /** What "above 1.x" begins with: the first release, not its prereleases. */
    private static Semver released(Holey version) {
        Semver after = version.after(version.given());
        return new Semver(after.major(), after.minor(), after.patch(), List.of());
    }

    private static Semver before(Semver from) {
        return new Semver(from.major(), from.minor(), from.patch(), List.of("0"));
    }

    /** A caret lets everything change behind the first number that is not zero. */
    private static int caret(Holey version) {
        Semver from = version.from();
        if (from.major() != 0 || version.given() == 1) {
            return 1;
        }
        return from.minor() != 0 || version.given() == 2 ? 2 : 3;
    }

    private static void between(List<Bound> bounds, Holey version, int shared) {
        bounds.add(new Bound(true, true, version.from()));
        bounds.add(new Bound(false, false, version.after(shared)));
    }
}
