package io.mcpsf.inspect.advisory;

import java.util.Map;
import java.util.OptionalDouble;

/** The base score of a CVSS v3.0 or v3.1 vector. */
final class Cvss3 {

    private Cvss3() {}

    /** Empty when it is no such vector. */
    static OptionalDouble score(String vector) {
        if (!vector.startsWith("CVSS:3.0/") && !vector.startsWith("CVSS:3.1/")) {
            return OptionalDouble.empty();
        }
        Map<String, String> m = CvssVector.metrics(vector);
        boolean changed = "C".equals(m.get("S"));
        double[] impacts = {harm(m, "C"), harm(m, "I"), harm(m, "A")};
        double attack = value(m, "AV", Map.of("N", 0.85, "A", 0.62, "L", 0.55, "P", 0.2));
        double complexity = value(m, "AC", Map.of("L", 0.77, "H", 0.44));
        double privileges =
                value(
                        m,
                        "PR",
                        changed
                                ? Map.of("N", 0.85, "L", 0.68, "H", 0.5)
                                : Map.of("N", 0.85, "L", 0.62, "H", 0.27));
        double interaction = value(m, "UI", Map.of("N", 0.85, "R", 0.62));
        double product = attack * complexity * privileges * interaction;
        double open = (1 - impacts[0]) * (1 - impacts[1]) * (1 - impacts[2]);
        if (Double.isNaN(product) || Double.isNaN(open) || !m.containsKey("S")) {
            return OptionalDouble.empty();
        }
        double base = 1 - open;
        double impact =
                changed ? 7.52 * (base - 0.029) - 3.25 * Math.pow(base - 0.02, 15) : 6.42 * base;
        if (impact <= 0) {
            return OptionalDouble.of(0);
        }
        double sum = impact + 8.22 * product;
        return OptionalDouble.of(roundUp(Math.min(changed ? 1.08 * sum : sum, 10)));
    }

    private static double harm(Map<String, String> metrics, String name) {
        return value(metrics, name, Map.of("H", 0.56, "L", 0.22, "N", 0.0));
    }

    private static double value(
            Map<String, String> metrics, String name, Map<String, Double> values) {
        return values.getOrDefault(metrics.getOrDefault(name, ""), Double.NaN);
    }

    /** As the standard rounds: up to a tenth, with whole numbers against floating dust. */
    private static double roundUp(double score) {
        long whole = Math.round(score * 100_000);
        return whole % 10_000 == 0 ? whole / 100_000.0 : (Math.floorDiv(whole, 10_000) + 1) / 10.0;
    }
}
