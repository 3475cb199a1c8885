package io.mcpsf.version;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version as npm orders it: three numbers and a prerelease. What follows a plus is nothing. */
public record Semver(long major, long minor, long patch, List<String> prerelease)
        implements Comparable<Semver> {

    /** Longer ones are no versions to npm either. */
    static final int LONGEST = 256;

    static final String NUMBER = "(?:0|[1-9]\\d*)";
    private static final String WORD = "(?:" + NUMBER + "|\\d*[a-zA-Z-][a-zA-Z0-9-]*)";

    /** With its hyphen; the only group is what follows it. */
    static final String PRERELEASE = "(?:-(" + WORD + "(?:\\." + WORD + ")*))";

    static final String BUILD = "(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)";

    private static final Pattern FULL =
            Pattern.compile(
                    "v?(%1$s)\\.(%1$s)\\.(%1$s)%2$s?%3$s?".formatted(NUMBER, PRERELEASE, BUILD));

    /** Every number beyond it is refused by npm. */
    static final long LARGEST = 9_007_199_254_740_991L;

    public Semver {
        prerelease = List.copyOf(prerelease);
    }

    public static Optional<Semver> parse(String hostile) {
        if (hostile.length() > LONGEST) {
            return Optional.empty();
        }
        Optional<Semver> plain = plain(hostile);
        if (plain.isPresent()) {
            return plain;
        }
        Matcher matcher = FULL.matcher(hostile.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return of(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4));
    }

    /** Three small numbers, as nearly all have: without the expression, which is slow at first. */
    private static Optional<Semver> plain(String text) {
        long[] numbers = new long[3];
        int part = 0;
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9' && digits < 9 && (digits == 0 || numbers[part] > 0)) {
                numbers[part] = numbers[part] * 10 + (c - '0');
                digits++;
            } else if (c == '.' && digits > 0 && part < 2) {
                part++;
                digits = 0;
            } else {
                return Optional.empty();
            }
        }
        return part == 2 && digits > 0
                ? Optional.of(new Semver(numbers[0], numbers[1], numbers[2], List.of()))
                : Optional.empty();
    }

    static Optional<Semver> of(
            String major,
            String minor,
            String patch,
            @org.jspecify.annotations.Nullable String prerelease) {
        long[] numbers = {number(major), number(minor), number(patch)};
        if (Arrays.stream(numbers).anyMatch(n -> n < 0)) {
            return Optional.empty();
        }
        List<String> words =
                prerelease == null || prerelease.isEmpty()
                        ? List.of()
                        : List.of(prerelease.split("\\.", -1));
        return Optional.of(new Semver(numbers[0], numbers[1], numbers[2], words));
    }

    /** Its value, or -1 when it is too large. */
    static long number(String digits) {
        if (digits.length() > 16) {
            return -1;
        }
        long value = Long.parseLong(digits);
        return value > LARGEST ? -1 : value;
    }

    boolean sameTriple(Semver other) {
        return major == other.major && minor == other.minor && patch == other.patch;
    }

    @Override
    public int compareTo(Semver other) {
        int order = Long.compare(major, other.major);
        order = order != 0 ? order : Long.compare(minor, other.minor);
        order = order != 0 ? order : Long.compare(patch, other.patch);
        return order != 0 ? order : comparePrerelease(other);
    }

    /** Having one comes before having none. */
    private int comparePrerelease(Semver other) {
        if (prerelease.isEmpty() || other.prerelease.isEmpty()) {
            return Boolean.compare(prerelease.isEmpty(), other.prerelease.isEmpty());
        }
        int shared = Math.min(prerelease.size(), other.prerelease.size());
        for (int i = 0; i < shared; i++) {
            int order = compareWords(prerelease.get(i), other.prerelease.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(prerelease.size(), other.prerelease.size());
    }

    /** Numbers by value and before words. */
    private static int compareWords(String mine, String theirs) {
        boolean number = digits(mine);
        boolean otherNumber = digits(theirs);
        if (number && otherNumber) {
            int length = Integer.compare(mine.length(), theirs.length());
            return length != 0 ? length : mine.compareTo(theirs);
        }
        return number == otherNumber
                ? mine.compareTo(theirs)
                : Boolean.compare(otherNumber, number);
    }

    private static boolean digits(String word) {
        return word.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public String toString() {
        String triple = major + "." + minor + "." + patch;
        return prerelease.isEmpty() ? triple : triple + "-" + String.join(".", prerelease);
    }
}
