package io.mcpsf.inspect.advisory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The score of a CVSS v4.0 vector: the score of its macro vector, less the mean of how far it lies
 * below the worst vector of that class. The names are those of the standard.
 */
final class Cvss4 {

    private static final Map<String, String> LEVELS =
            Map.ofEntries(
                    Map.entry("AV", "NALP"),
                    Map.entry("PR", "NLH"),
                    Map.entry("UI", "NPA"),
                    Map.entry("AC", "LH"),
                    Map.entry("AT", "NP"),
                    Map.entry("VC", "HLN"),
                    Map.entry("VI", "HLN"),
                    Map.entry("VA", "HLN"),
                    Map.entry("SC", "SHLN"),
                    Map.entry("SI", "SHLN"),
                    Map.entry("SA", "SHLN"),
                    Map.entry("CR", "HML"),
                    Map.entry("IR", "HML"),
                    Map.entry("AR", "HML"),
                    Map.entry("E", "APU"));

    private static final List<List<String>> EQ1 =
            List.of(
                    List.of("AV:N/PR:N/UI:N"),
                    List.of("AV:A/PR:N/UI:N", "AV:N/PR:L/UI:N", "AV:N/PR:N/UI:P"),
                    List.of("AV:P/PR:N/UI:N", "AV:A/PR:L/UI:P"));
    private static final List<List<String>> EQ2 =
            List.of(List.of("AC:L/AT:N"), List.of("AC:H/AT:N", "AC:L/AT:P"));

    /** By EQ3 and EQ6 together. */
    private static final Map<String, List<String>> EQ36 =
            Map.of(
                    "00", List.of("VC:H/VI:H/VA:H/CR:H/IR:H/AR:H"),
                    "01", List.of("VC:H/VI:H/VA:L/CR:M/IR:M/AR:H", "VC:H/VI:H/VA:H/CR:M/IR:M/AR:M"),
                    "10", List.of("VC:L/VI:H/VA:H/CR:H/IR:H/AR:H", "VC:H/VI:L/VA:H/CR:H/IR:H/AR:H"),
                    "11",
                            List.of(
                                    "VC:L/VI:H/VA:L/CR:H/IR:M/AR:H",
                                    "VC:L/VI:H/VA:H/CR:H/IR:M/AR:M",
                                    "VC:H/VI:L/VA:H/CR:M/IR:H/AR:M",
                                    "VC:H/VI:L/VA:L/CR:M/IR:H/AR:H",
                                    "VC:L/VI:L/VA:H/CR:H/IR:H/AR:M"),
                    "21", List.of("VC:L/VI:L/VA:L/CR:H/IR:H/AR:H"));

    private static final List<List<String>> EQ4 =
            List.of(
                    List.of("SC:H/SI:S/SA:S"),
                    List.of("SC:H/SI:H/SA:H"),
                    List.of("SC:L/SI:L/SA:L"));

    /** How deep each class is, in steps of a tenth. */
    private static final int[] DEPTH1 = {1, 4, 5};

    private static final int[] DEPTH2 = {1, 2};
    private static final Map<String, Integer> DEPTH36 =
            Map.of("00", 7, "01", 6, "10", 8, "11", 8, "21", 10);
    private static final int[] DEPTH4 = {6, 5, 4};

    private static final Set<String> MANDATORY =
            Set.of("AV", "AC", "AT", "PR", "UI", "VC", "VI", "VA", "SC", "SI", "SA");

    private static final Map<String, Double> SCORES = scores();

    private final Map<String, String> metrics;

    private Cvss4(Map<String, String> metrics) {
        this.metrics = metrics;
    }

    /** Empty when it is no such vector. */
    static OptionalDouble score(String vector) {
        Map<String, String> metrics = CvssVector.metrics(vector);
        if (!vector.startsWith("CVSS:4.0/") || !metrics.keySet().containsAll(MANDATORY)) {
            return OptionalDouble.empty();
        }
        var reading = new Cvss4(metrics);
        for (var level : LEVELS.entrySet()) {
            if (!level.getValue().contains(reading.metric(level.getKey()))) {
                return OptionalDouble.empty();
            }
        }
        return OptionalDouble.of(reading.score());
    }

    /** The modified value where there is one, else the given one, else the worst. */
    private String metric(String name) {
        String modified = metrics.getOrDefault("M" + name, "X");
        String given = modified.equals("X") ? metrics.getOrDefault(name, "X") : modified;
        return given.equals("X") ? LEVELS.getOrDefault(name, "X").substring(0, 1) : given;
    }

    private boolean is(String name, String value) {
        return metric(name).equals(value);
    }

    private int[] classes() {
        int near = (is("AV", "N") ? 1 : 0) + (is("PR", "N") ? 1 : 0) + (is("UI", "N") ? 1 : 0);
        boolean reached = near > 0 && !is("AV", "P");
        boolean harmed = is("VC", "H") || is("VI", "H") || is("VA", "H");
        boolean safety = is("SI", "S") || is("SA", "S");
        boolean beyond = is("SC", "H") || is("SI", "H") || is("SA", "H");
        boolean asked =
                (is("CR", "H") && is("VC", "H"))
                        || (is("IR", "H") && is("VI", "H"))
                        || (is("AR", "H") && is("VA", "H"));
        return new int[] {
            first(near == 3, reached),
            is("AC", "L") && is("AT", "N") ? 0 : 1,
            first(is("VC", "H") && is("VI", "H"), harmed),
            first(safety, beyond),
            LEVELS.getOrDefault("E", "").indexOf(metric("E")),
            asked ? 0 : 1
        };
    }

    /** The number of the first of two conditions that holds; 2 when neither does. */
    private static int first(boolean zero, boolean one) {
        if (zero) {
            return 0;
        }
        return one ? 1 : 2;
    }

    private double score() {
        if (List.of("VC", "VI", "VA", "SC", "SI", "SA").stream().allMatch(name -> is(name, "N"))) {
            return 0;
        }
        int[] eq = classes();
        double value = Objects.requireNonNull(SCORES.get(key(eq)));
        String eq36 = "" + eq[2] + eq[5];
        double sum = 0;
        int lower = 0;
        double[][] steps = {
            {next(eq, 0), distance(EQ1.get(eq[0])), DEPTH1[eq[0]]},
            {next(eq, 1), distance(EQ2.get(eq[1])), DEPTH2[eq[1]]},
            {
                next36(eq),
                distance(EQ36.getOrDefault(eq36, List.of())),
                DEPTH36.getOrDefault(eq36, 1)
            },
            {next(eq, 3), distance(EQ4.get(eq[3])), DEPTH4[eq[3]]},
            {next(eq, 4), 0, 1}
        };
        for (double[] step : steps) {
            if (!Double.isNaN(step[0])) {
                lower++;
                sum += (value - step[0]) * step[1] / step[2];
            }
        }
        double score = lower == 0 ? value : value - sum / lower;
        return Math.round((Math.clamp(score, 0, 10) + 1e-6) * 10) / 10.0;
    }

    /** The score of the next class below in one direction, or not a number. */
    private static double next(int[] eq, int direction) {
        int[] below = eq.clone();
        below[direction]++;
        return SCORES.getOrDefault(key(below), Double.NaN);
    }

    /** EQ3 and EQ6 go down together, on the way that leaves more. */
    private static double next36(int[] eq) {
        if (eq[2] == 0 && eq[5] == 0) {
            // Both exist for every class that begins here.
            return Math.max(next(eq, 5), next(eq, 2));
        }
        if (eq[2] == 1 && eq[5] == 0) {
            return next(eq, 5);
        }
        return next(eq, 2);
    }

    /** The steps from the first of these vectors that is nowhere below ours. */
    private int distance(List<String> worst) {
        for (String vector : worst) {
            int sum = 0;
            boolean above = true;
            for (String field : vector.split("/")) {
                String name = field.substring(0, field.indexOf(':'));
                String levels = LEVELS.getOrDefault(name, "");
                int steps =
                        levels.indexOf(metric(name))
                                - levels.indexOf(field.charAt(name.length() + 1));
                above &= steps >= 0;
                sum += steps;
            }
            if (above) {
                return sum;
            }
        }
        return 0;
    }

    private static String key(int[] eq) {
        var key = new StringBuilder();
        for (int digit : eq) {
            key.append(digit);
        }
        return key.toString();
    }

    private static Map<String, Double> scores() {
        var scores = new HashMap<String, Double>();
        try (InputStream in = Cvss4.class.getResourceAsStream("cvss4-macro-vectors.txt")) {
            String text =
                    new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            text.lines()
                    .filter(line -> !line.startsWith("#"))
                    .flatMap(line -> List.of(line.split(" ")).stream())
                    .forEach(
                            pair ->
                                    scores.put(
                                            pair.substring(0, 6),
                                            Double.valueOf(pair.substring(7))));
        } catch (IOException e) {
            throw new UncheckedIOException("the packaged table of scores cannot be read", e);
        }
        return Map.copyOf(scores);
    }
}
