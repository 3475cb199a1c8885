package io.mcpsf.policy;

import io.mcpsf.policy.NetworkAccess.PortRange;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes, times, rates and ports as people write them in a policy. */
final class Quantities {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kmgt]?)b?");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)?");
    private static final Pattern RATE = Pattern.compile("(\\d{1,6})(/s)?");
    private static final Pattern BANDWIDTH = Pattern.compile("(\\d{1,6})(k|m|g)bit");
    private static final Pattern PORTS = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    private Quantities() {}

    static long bytes(String word) {
        Matcher parts = match(SIZE, word, "a size such as 512m or 2g");
        return Long.parseLong(parts.group(1)) << power(parts.group(2));
    }

    private static int power(String unit) {
        return switch (unit) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            case "t" -> 40;
            default -> 0;
        };
    }

    /** Whole seconds; {@code none} is no end. */
    static long seconds(String word) {
        if (word.equalsIgnoreCase("none")) {
            return Policy.ResourceLimits.NO_END;
        }
        Matcher parts = match(TIME, word, "a time such as 30s, 5m or none");
        long number = Long.parseLong(parts.group(1));
        String unit = parts.group(2) == null ? "s" : parts.group(2);
        long seconds =
                switch (unit) {
                    case "ms" -> Math.ceilDiv(number, 1000L);
                    case "m" -> number * 60;
                    case "h" -> number * 3600;
                    case "d" -> number * 86_400;
                    default -> number;
                };
        if (seconds == 0) {
            throw new IllegalArgumentException(quoted(word) + " leaves no time at all");
        }
        return seconds;
    }

    static int perSecond(String word) {
        return positive(match(RATE, word, "a rate such as 100/s").group(1), word);
    }

    static int count(String word) {
        return positive(match(Pattern.compile("(\\d{1,8})"), word, "a number").group(1), word);
    }

    static double cpus(String word) {
        Matcher parts = match(Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)"), word, "a number");
        double cpus = Double.parseDouble(parts.group(1));
        if (cpus <= 0) {
            throw new IllegalArgumentException("no processor time at all");
        }
        return cpus;
    }

    static long bits(String word) {
        Matcher parts = match(BANDWIDTH, word, "a bandwidth such as 10mbit");
        long unit =
                switch (parts.group(2)) {
                    case "k" -> 1_000L;
                    case "m" -> 1_000_000L;
                    default -> 1_000_000_000L;
                };
        return positive(parts.group(1), word) * unit;
    }

    static PortRange ports(String word) {
        Matcher parts = match(PORTS, word, "a port or a range such as 8000-8100");
        int from = Integer.parseInt(parts.group(1));
        return new PortRange(
                from, parts.group(2) == null ? from : Integer.parseInt(parts.group(2)));
    }

    private static int positive(String digits, String word) {
        int number = Integer.parseInt(digits);
        if (number == 0) {
            throw new IllegalArgumentException(quoted(word) + " allows nothing at all");
        }
        return number;
    }

    private static Matcher match(Pattern form, String word, String expected) {
        Matcher matcher = form.matcher(word.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(quoted(word) + " is not " + expected);
        }
        return matcher;
    }

    private static String quoted(String word) {
        return "\"" + (word.length() > 60 ? word.substring(0, 60) + "…" : word) + "\"";
    }
}
