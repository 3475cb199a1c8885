package io.mcpsf.acquire.version;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version as PEP 440 counts them. What orders it stands in one list of numbers behind the
 * release: prerelease before release before post-release, and development versions before each.
 */
public record PythonVersion(long epoch, List<Long> release, Suffix suffix, String local)
        implements Comparable<PythonVersion> {

    private static final Pattern FORM =
            Pattern.compile(
                    "v?(?:([0-9]{1,9})!)?([0-9]{1,15}(?:\\.[0-9]{1,15}){0,30})"
                            + "(?:[._-]?(alpha|a|beta|b|preview|pre|c|rc)[._-]?([0-9]{0,15}))?"
                            + "(?:-([0-9]{1,15})|[._-]?(post|rev|r)[._-]?([0-9]{0,15}))?"
                            + "(?:[._-]?(dev)[._-]?([0-9]{0,15}))?"
                            + "(?:\\+([a-z0-9._-]+))?");

    public PythonVersion {
        release = List.copyOf(release);
    }

    /** {@code phase}: 0 for a, 1 for b, 2 for rc, 3 for none; -1 stands for "no such part". */
    public record Suffix(int phase, long pre, long post, long dev) {}

    public static Optional<PythonVersion> parse(String text) {
        Matcher parts = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (text.length() > 256 || !parts.matches()) {
            return Optional.empty();
        }
        List<Long> release = new ArrayList<>();
        for (String number : parts.group(2).split("\\.")) {
            release.add(Long.parseLong(number));
        }
        boolean posted = parts.group(5) != null || parts.group(6) != null;
        String post = parts.group(5) != null ? parts.group(5) : or(parts.group(7));
        var suffix =
                new Suffix(
                        phase(or(parts.group(3))),
                        parts.group(3) == null ? -1 : number(or(parts.group(4))),
                        posted ? number(post) : -1,
                        parts.group(8) == null ? -1 : number(or(parts.group(9))));
        return Optional.of(
                new PythonVersion(
                        number(or(parts.group(1))), release, suffix, or(parts.group(10))));
    }

    public boolean isPrerelease() {
        return suffix.phase() < 3 || suffix.dev() >= 0;
    }

    @Override
    public int compareTo(PythonVersion other) {
        int order = comparePublic(other);
        return order != 0 ? order : local.compareTo(other.local);
    }

    /** Without the local part, which an index has no use for. */
    int comparePublic(PythonVersion other) {
        int order = Long.compare(epoch, other.epoch);
        for (int i = 0; order == 0 && i < Math.max(release.size(), other.release.size()); i++) {
            order = Long.compare(at(i), other.at(i));
        }
        return order != 0
                ? order
                : Comparator.comparingInt(PythonVersion::effectivePhase)
                        .thenComparingLong(v -> v.suffix.pre())
                        .thenComparingLong(v -> v.suffix.post())
                        .thenComparingLong(
                                v -> v.suffix.dev() < 0 ? Long.MAX_VALUE : v.suffix.dev())
                        .compare(this, other);
    }

    long at(int index) {
        return index < release.size() ? release.get(index) : 0;
    }

    /** {@code 1.0.dev1} comes before {@code 1.0a1}. */
    private int effectivePhase() {
        boolean onlyDev = suffix.phase() == 3 && suffix.post() < 0 && suffix.dev() >= 0;
        return onlyDev ? -1 : suffix.phase();
    }

    private static int phase(String word) {
        return switch (word) {
            case "a", "alpha" -> 0;
            case "b", "beta" -> 1;
            case "c", "rc", "pre", "preview" -> 2;
            default -> 3;
        };
    }

    private static long number(String digits) {
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    private static String or(@org.jspecify.annotations.Nullable String group) {
        return group == null ? "" : group;
    }
}
