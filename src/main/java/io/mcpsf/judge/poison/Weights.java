package io.mcpsf.judge.poison;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much each feature speaks for an order that a user would not approve; {@code weights.txt} says
 * from what it was learned. A text is as suspicious as its most suspicious stretch, so that honest
 * sentences beside it take nothing away.
 */
final class Weights {

    private static final String BIAS = "bias";

    private final float[] weights;
    private final float bias;

    private Weights(float[] weights, float bias) {
        this.weights = weights;
        this.bias = bias;
    }

    /** The most suspicious stretch, by places of the folded text; a logarithm of odds. */
    record Verdict(double odds, int start, int end) {

        static final Verdict NONE = new Verdict(Double.NEGATIVE_INFINITY, 0, 0);
    }

    /** Loaded on first use. */
    private static final class Holder {
        static final Weights ALL = load();
    }

    static Weights all() {
        return Holder.ALL;
    }

    static Weights of(float[] weights, float bias) {
        return new Weights(weights.clone(), bias);
    }

    Verdict judge(String text, List<Statement> statements, TextPlace place) {
        Verdict most = Verdict.NONE;
        for (Stretches.Stretch stretch : Stretches.in(text, statements, place)) {
            // Who has the user asked first demands nothing against the user.
            double odds = Math.min(odds(stretch.features()), stretch.most());
            if (odds > most.odds()) {
                most = new Verdict(odds, stretch.start(), stretch.end());
            }
        }
        return most;
    }

    double odds(int[] features) {
        double odds = bias;
        for (int feature : features) {
            odds += weights[feature];
        }
        return odds;
    }

    private static Weights load() {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < Stretches.COUNT; i++) {
            numbers.put(Stretches.name(i), i);
        }
        float[] weights = new float[Stretches.COUNT];
        float bias = 0;
        for (String line : Lexicon.data("weights.txt").split("\n", -1)) {
            int tab = line.indexOf('\t');
            if (line.startsWith("#") || tab < 0) {
                continue;
            }
            String name = line.substring(0, tab);
            float weight = Float.parseFloat(line.substring(tab + 1));
            Integer number = numbers.get(name);
            if (name.equals(BIAS)) {
                bias = weight;
            } else if (number != null) {
                weights[number] = weight;
            } else {
                throw new IllegalStateException("no feature is called \"" + name + "\"");
            }
        }
        return new Weights(weights, bias);
    }
}
