package io.mcpsf.version;

import org.jspecify.annotations.Nullable;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version as PEP 440 orders it. Trailing zeros of the release are kept as written and count for
 * nothing. A part that is not there is empty.
 */
public record PythonVersion(
        BigInteger epoch,
        List<BigInteger> release,
        Optional<Letter> pre,
        Optional<BigInteger> post,
        Optional<BigInteger> dev,
        List<String> local)
        implements Comparable<PythonVersion> {

    private static final int LONGEST = 300;

    private static final Pattern FORM =
            Pattern.compile(
                    """
                    v?(?:(\\d+)!)?(\\d+(?:\\.\\d+)*)\
                    (?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\\d+)?)?\
                    ((?:-(\\d+))|(?:[-_.]?(?:post|rev|r)[-_.]?(\\d+)?))?\
                    ([-_.]?dev[-_.]?(\\d+)?)?\
                    (?:\\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?\
                    """);

    /** a, b or rc, and its number. */
    public record Letter(String word, BigInteger number) {}

    public PythonVersion {
        release = List.copyOf(release);
        local = List.copyOf(local);
    }

    public static Optional<PythonVersion> parse(String hostile) {
        if (hostile.length() > LONGEST) {
            return Optional.empty();
        }
        Matcher m = FORM.matcher(hostile.strip().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            return Optional.empty();
        }
        var release = new ArrayList<BigInteger>();
        for (String part : m.group(2).split("\\.")) {
            release.add(new BigInteger(part));
        }
        Optional<Letter> pre =
                m.group(3) == null
                        ? Optional.empty()
                        : Optional.of(new Letter(letter(m.group(3)), number(m.group(4))));
        Optional<BigInteger> post =
                m.group(5) == null
                        ? Optional.empty()
                        : Optional.of(number(m.group(6) == null ? m.group(7) : m.group(6)));
        Optional<BigInteger> dev =
                m.group(8) == null ? Optional.empty() : Optional.of(number(m.group(9)));
        List<String> local = m.group(10) == null ? List.of() : List.of(m.group(10).split("[-_.]"));
        return Optional.of(new PythonVersion(number(m.group(1)), release, pre, post, dev, local));
    }

    private static String letter(String word) {
        return switch (word) {
            case "a", "alpha" -> "a";
            case "b", "beta" -> "b";
            default -> "rc";
        };
    }

    private static BigInteger number(@Nullable String digits) {
        return digits == null ? BigInteger.ZERO : new BigInteger(digits);
    }

    public boolean isPrerelease() {
        return pre.isPresent() || dev.isPresent();
    }

    /** A number of the release, 0 where it has no more. */
    public long at(int place) {
        return place < release.size() ? release.get(place).longValue() : 0;
    }

    /** The same without what follows a plus. */
    PythonVersion publicPart() {
        return new PythonVersion(epoch, release, pre, post, dev, List.of());
    }

    /** The very first development release of it. */
    PythonVersion earliest() {
        return new PythonVersion(
                epoch, release, pre, post, Optional.of(BigInteger.ZERO), List.of());
    }

    boolean prerelease() {
        return pre.isPresent() || dev.isPresent();
    }

    BigInteger part(int index) {
        return index < release.size() ? release.get(index) : BigInteger.ZERO;
    }

    @Override
    public int compareTo(PythonVersion other) {
        int order = epoch.compareTo(other.epoch);
        int parts = Math.max(release.size(), other.release.size());
        for (int i = 0; order == 0 && i < parts; i++) {
            order = part(i).compareTo(other.part(i));
        }
        order = order != 0 ? order : Integer.compare(stage(), other.stage());
        if (order == 0 && pre.isPresent() && other.pre.isPresent()) {
            order = pre.get().number().compareTo(other.pre.get().number());
        }
        // No post comes before any; no dev comes after all.
        order = order != 0 ? order : absentFirst(post, other.post);
        order = order != 0 ? order : absentLast(dev, other.dev);
        return order != 0 ? order : compareLocal(other);
    }

    /** Before all: a development release of the final one. Then a, b, rc, and what is final. */
    private int stage() {
        if (pre.isEmpty()) {
            return post.isEmpty() && dev.isPresent() ? 0 : 4;
        }
        return switch (pre.get().word()) {
            case "a" -> 1;
            case "b" -> 2;
            default -> 3;
        };
    }

    private static int absentFirst(Optional<BigInteger> mine, Optional<BigInteger> theirs) {
        if (mine.isEmpty() || theirs.isEmpty()) {
            return Boolean.compare(mine.isPresent(), theirs.isPresent());
        }
        return mine.get().compareTo(theirs.get());
    }

    private static int absentLast(Optional<BigInteger> mine, Optional<BigInteger> theirs) {
        if (mine.isEmpty() || theirs.isEmpty()) {
            return Boolean.compare(theirs.isPresent(), mine.isPresent());
        }
        return mine.get().compareTo(theirs.get());
    }

    /** Numbers after words, and by value. */
    private int compareLocal(PythonVersion other) {
        int shared = Math.min(local.size(), other.local.size());
        for (int i = 0; i < shared; i++) {
            String mine = local.get(i);
            String theirs = other.local.get(i);
            boolean number = mine.matches("\\d+");
            boolean otherNumber = theirs.matches("\\d+");
            int order =
                    number && otherNumber
                            ? new BigInteger(mine).compareTo(new BigInteger(theirs))
                            : Boolean.compare(number, otherNumber);
            order = order != 0 || number ? order : mine.compareTo(theirs);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(local.size(), other.local.size());
    }
}
