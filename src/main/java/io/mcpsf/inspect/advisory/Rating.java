package io.mcpsf.inspect.advisory;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * How bad it is. {@code score} is 0 when nobody gave one; the level then is what the publisher said
 * in a word.
 */
public record Rating(Level level, double score, String vector) {

    /** As everybody cuts the scale. */
    public enum Level {
        UNKNOWN,
        LOW,
        MEDIUM,
        HIGH,
        CRITICAL;

        static Level of(double score) {
            if (score >= 9) {
                return CRITICAL;
            }
            if (score >= 7) {
                return HIGH;
            }
            if (score >= 4) {
                return MEDIUM;
            }
            return score > 0 ? LOW : UNKNOWN;
        }

        static Level of(String word) {
            return switch (word.toUpperCase(Locale.ROOT)) {
                case "CRITICAL" -> CRITICAL;
                case "HIGH" -> HIGH;
                case "MODERATE", "MEDIUM" -> MEDIUM;
                case "LOW" -> LOW;
                default -> UNKNOWN;
            };
        }
    }

    static Rating none() {
        return new Rating(Level.UNKNOWN, 0, "");
    }

    /** From a vector, else from a word. */
    public static Rating of(String vector, String word) {
        OptionalDouble score =
                vector.startsWith("CVSS:4") ? Cvss4.score(vector) : Cvss3.score(vector);
        return score.isPresent()
                ? new Rating(Level.of(score.getAsDouble()), score.getAsDouble(), vector)
                : new Rating(Level.of(word), 0, "");
    }

    /** The one that says more: the higher score, else the worse word. */
    Rating or(Rating other) {
        if (score != other.score) {
            return score > other.score ? this : other;
        }
        return level.compareTo(other.level) >= 0 ? this : other;
    }
}
