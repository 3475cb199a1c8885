package io.mcpsf.judge.poison;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;

/**
 * A small transformer that has read what honest and poisoned texts are made of: how much a text is
 * like the poisoned ones, as a logarithm of odds. Each number is worked out in a fixed order, so
 * that every machine comes to the same one, however many processors it has.
 */
final class Encoder {

    private static final int MAGIC = 0x45504d43;
    private static final float GELU = 0.7978846f;
    private static final float CUBE = 0.044715f;

    private final int width;
    private final int heads;
    private final ByteTable words;
    private final float[][] places;
    private final Norm begin;
    private final Layer[] layers;
    private final float[] last;
    private final float bias;

    private record Layer(
            Linear query,
            Linear key,
            Linear value,
            Linear out,
            Norm first,
            Linear wide,
            Linear narrow,
            Norm second) {}

    /** As the trainer wrote it: everything little-endian, matrices as bytes with a scale a row. */
    Encoder(byte[] file) {
        var in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        if (in.getInt() != MAGIC) {
            throw new IllegalStateException("not the file of an encoder");
        }
        int vocabulary = in.getInt();
        width = in.getInt();
        layers = new Layer[in.getInt()];
        int inner = in.getInt();
        heads = in.getInt();
        int longest = in.getInt();
        words = ByteTable.read(in, vocabulary, width);
        places = new float[longest][];
        for (int i = 0; i < longest; i++) {
            places[i] = ByteTable.floats(in, width);
        }
        begin = Norm.read(in, width);
        for (int i = 0; i < layers.length; i++) {
            layers[i] =
                    new Layer(
                            Linear.read(in, width, width),
                            Linear.read(in, width, width),
                            Linear.read(in, width, width),
                            Linear.read(in, width, width),
                            Norm.read(in, width),
                            Linear.read(in, width, inner),
                            Linear.read(in, inner, width),
                            Norm.read(in, width));
        }
        last = ByteTable.floats(in, width);
        bias = in.getFloat();
        if (in.hasRemaining()) {
            throw new IllegalStateException("the file of the encoder is too long");
        }
    }

    /** How many pieces it reads at once. */
    int longest() {
        return places.length;
    }

    double odds(int[] pieces) {
        float[][] states = new float[pieces.length][width];
        for (int i = 0; i < pieces.length; i++) {
            words.row(pieces[i], states[i]);
            add(places[i], states[i]);
            begin.apply(states[i]);
        }
        for (Layer layer : layers) {
            read(layer, states);
        }
        float sum = bias;
        for (int i = 0; i < width; i++) {
            float mean = 0;
            for (float[] state : states) {
                mean += state[i];
            }
            sum += mean / states.length * last[i];
        }
        return sum;
    }

    private void read(Layer layer, float[][] states) {
        var given = new Steps(states);
        float[][] heard =
                attended(layer.query().of(given), layer.key().of(given), layer.value().of(given));
        float[][] told = layer.out().of(new Steps(heard));
        for (int i = 0; i < states.length; i++) {
            add(told[i], states[i]);
            layer.first().apply(states[i]);
        }
        float[][] wide = layer.wide().of(new Steps(states));
        IntStream.range(0, wide.length).parallel().forEach(i -> gelu(wide[i]));
        float[][] narrow = layer.narrow().of(new Steps(wide));
        for (int i = 0; i < states.length; i++) {
            add(narrow[i], states[i]);
            layer.second().apply(states[i]);
        }
    }

    private float[][] attended(float[][] query, float[][] key, float[][] value) {
        float[][] heard = new float[query.length][width];
        int size = width / heads;
        IntStream.range(0, heads)
                .parallel()
                .forEach(head -> attend(query, key, value, head * size, size, heard));
        return heard;
    }

    private static void attend(
            float[][] query, float[][] key, float[][] value, int from, int size, float[][] heard) {
        int count = query.length;
        float scale = (float) (1 / Math.sqrt(size));
        float[] shares = new float[count];
        for (int i = 0; i < count; i++) {
            float most = Float.NEGATIVE_INFINITY;
            for (int j = 0; j < count; j++) {
                float sum = 0;
                for (int k = from; k < from + size; k++) {
                    sum += query[i][k] * key[j][k];
                }
                shares[j] = sum * scale;
                most = Math.max(most, shares[j]);
            }
            float all = 0;
            for (int j = 0; j < count; j++) {
                shares[j] = (float) StrictMath.exp(shares[j] - most);
                all += shares[j];
            }
            float[] to = heard[i];
            for (int j = 0; j < count; j++) {
                float share = shares[j] / all;
                float[] what = value[j];
                for (int k = from; k < from + size; k++) {
                    to[k] += share * what[k];
                }
            }
        }
    }

    private static void gelu(float[] state) {
        for (int i = 0; i < state.length; i++) {
            float x = state[i];
            double bend = StrictMath.exp(2.0 * GELU * (x + CUBE * x * x * x));
            state[i] = Double.isInfinite(bend) ? x : (float) (x * (1 - 1 / (bend + 1)));
        }
    }

    private static void add(float[] what, float[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] += what[i];
        }
    }
}
