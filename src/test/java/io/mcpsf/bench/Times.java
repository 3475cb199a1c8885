package io.mcpsf.bench;

import java.util.List;
import java.util.Locale;

/** What one contestant took, round by round, in nanoseconds. */
record Times(String name, List<Long> sorted) {

    Times {
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured of " + name);
        }
        sorted = sorted.stream().sorted().toList();
    }

    /** The value in the middle; of an even number the mean of the two. */
    double median() {
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(half)
                : (sorted.get(half - 1) + sorted.get(half)) / 2.0;
    }

    long least() {
        return sorted.getFirst();
    }

    /** The value that nine of ten do not exceed. */
    long ninth() {
        return sorted.get((int) Math.ceil(sorted.size() * 0.9) - 1);
    }

    /** How many times the other's median this one's is. */
    double over(Times other) {
        return median() / other.median();
    }

    /** How many times the other's best this one's is: the noise of a busy machine left out. */
    double leastOver(Times other) {
        return (double) least() / other.least();
    }

    String against(Times reference) {
        return String.format(
                Locale.ROOT,
                "%-26s median %9.3f  min %9.3f  p90 %9.3f ms  %6.2fx median %6.2fx min  (%d)",
                name,
                median() / 1e6,
                least() / 1e6,
                ninth() / 1e6,
                over(reference),
                leastOver(reference),
                sorted.size());
    }
}
