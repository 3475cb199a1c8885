package io.mcpsf.judge.poison;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much each feature and each piece of a word speaks for an order that a user would not approve;
 * {@code weights.txt} says from what it was learned. A text is as suspicious as its most suspicious
 * stretch, so that honest sentences beside it take nothing away.
 */
final class Weights {

    private static final String BIAS = "bias";

    /** What one step of a byte in the table of words is worth. */
    private static final String STEP = "words";

    /** Stands in the table for a piece that too few authors wrote to say anything of it. */
    static final byte UNKNOWN = Byte.MIN_VALUE;

    private final float[] weights;
    private final float bias;
    private final byte[] words;
    private final float step;

    private Weights(float[] weights, float bias, byte[] words, float step) {
        this.weights = weights;
        this.bias = bias;
        this.words = words;
        this.step = step;
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

    Verdict judge(String text, List<Statement> statements, TextPlace place) {
        Verdict most = Verdict.NONE;
        for (Stretches.Stretch stretch : Stretches.in(text, statements, place)) {
            // Who has the user asked first demands nothing against the user.
            double odds = Math.min(odds(stretch), stretch.most());
            if (odds > most.odds()) {
                most = new Verdict(odds, stretch.start(), stretch.end());
            }
        }
        return most;
    }

    double odds(Stretches.Stretch stretch) {
        double odds = bias + ofWords(stretch.pieces());
        for (int feature : stretch.features()) {
            odds += weights[feature];
        }
        return odds;
    }

    /** Less for each of many, so that a long stretch is not suspicious for its length. */
    private double ofWords(int[] pieces) {
        int sum = 0;
        int known = 0;
        for (int piece : pieces) {
            if (words[piece] != UNKNOWN) {
                sum += words[piece];
                known++;
            }
        }
        return known == 0 ? 0 : step * sum / Math.sqrt(known);
    }

    private static Weights load() {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < Stretches.COUNT; i++) {
            numbers.put(Stretches.name(i), i);
        }
        byte[] words = Lexicon.bytes("words.bin");
        if (words.length != WordPieces.COUNT) {
            throw new IllegalStateException("words.bin has " + words.length + " bytes");
        }
        float[] weights = new float[Stretches.COUNT];
        float bias = 0;
        float step = 0;
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
            } else if (name.equals(STEP)) {
                step = weight;
            } else if (number != null) {
                weights[number] = weight;
            } else {
                throw new IllegalStateException("no feature is called \"" + name + "\"");
            }
        }
        return new Weights(weights, bias, words, step);
    }
}
