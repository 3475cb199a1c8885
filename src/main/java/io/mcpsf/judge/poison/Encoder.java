package io.mcpsf.judge.poison;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A small transformer that has read what honest and poisoned texts are made of: how much a text is
 * like the poisoned ones, as a logarithm of odds. Plain arithmetic in a fixed order, so that every
 * machine comes to the same number.
 */
final class Encoder {

    private static final int MAGIC = 0x45504d43;
    private static final float TINY = 1e-12f;
    private static final float GELU = 0.7978846f;
    private static final float CUBE = 0.044715f;

    private final int width;
    private final int heads;
    private final Table words;
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
        words = Table.read(in, vocabulary, width);
        places = new float[longest][];
        for (int i = 0; i < longest; i++) {
            places[i] = floats(in, width);
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
        last = floats(in, width);
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
        float[][] heard =
                attended(
                        layer.query().of(states), layer.key().of(states), layer.value().of(states));
        float[][] told = layer.out().of(heard);
        for (int i = 0; i < states.length; i++) {
            add(told[i], states[i]);
            layer.first().apply(states[i]);
        }
        float[][] wide = layer.wide().of(states);
        for (float[] state : wide) {
            for (int i = 0; i < state.length; i++) {
                state[i] = gelu(state[i]);
            }
        }
        float[][] narrow = layer.narrow().of(wide);
        for (int i = 0; i < states.length; i++) {
            add(narrow[i], states[i]);
            layer.second().apply(states[i]);
        }
    }

    private float[][] attended(float[][] query, float[][] key, float[][] value) {
        int count = query.length;
        int size = width / heads;
        float scale = (float) (1 / Math.sqrt(size));
        float[][] heard = new float[count][width];
        float[] shares = new float[count];
        for (int from = 0; from < width; from += size) {
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
        return heard;
    }

    private static float gelu(float x) {
        double bend = StrictMath.exp(2.0 * GELU * (x + CUBE * x * x * x));
        return Double.isInfinite(bend) ? x : (float) (x * (1 - 1 / (bend + 1)));
    }

    private static void add(float[] what, float[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] += what[i];
        }
    }

    private static float[] floats(ByteBuffer in, int count) {
        float[] all = new float[count];
        for (int i = 0; i < count; i++) {
            all[i] = in.getFloat();
        }
        return all;
    }

    /** Rows of bytes, each with what one step of it is worth. */
    private static final class Table {
        private final float[] scales;
        private final byte[] bytes;
        private final int width;

        private Table(float[] scales, byte[] bytes, int width) {
            this.scales = scales;
            this.bytes = bytes;
            this.width = width;
        }

        static Table read(ByteBuffer in, int rows, int width) {
            float[] scales = floats(in, rows);
            byte[] bytes = new byte[rows * width];
            in.get(bytes);
            return new Table(scales, bytes, width);
        }

        void row(int number, float[] to) {
            int at = number * width;
            for (int i = 0; i < width; i++) {
                to[i] = bytes[at + i] * scales[number];
            }
        }
    }

    private static final class Linear {
        private final Table table;
        private final float[] bias;

        private Linear(Table table, float[] bias) {
            this.table = table;
            this.bias = bias;
        }

        static Linear read(ByteBuffer in, int from, int to) {
            return new Linear(Table.read(in, to, from), floats(in, to));
        }

        /** Four states for each row, so that a row is fetched once for them. */
        float[][] of(float[][] states) {
            int count = states.length;
            float[][] result = new float[count][bias.length];
            float[] row = new float[table.width];
            for (int out = 0; out < bias.length; out++) {
                table.row(out, row);
                int i = 0;
                for (; i + 3 < count; i += 4) {
                    float[] one = states[i];
                    float[] two = states[i + 1];
                    float[] three = states[i + 2];
                    float[] four = states[i + 3];
                    float a = 0;
                    float b = 0;
                    float c = 0;
                    float d = 0;
                    for (int k = 0; k < row.length; k++) {
                        float weight = row[k];
                        a += weight * one[k];
                        b += weight * two[k];
                        c += weight * three[k];
                        d += weight * four[k];
                    }
                    result[i][out] = a + bias[out];
                    result[i + 1][out] = b + bias[out];
                    result[i + 2][out] = c + bias[out];
                    result[i + 3][out] = d + bias[out];
                }
                for (; i < count; i++) {
                    float sum = 0;
                    for (int k = 0; k < row.length; k++) {
                        sum += row[k] * states[i][k];
                    }
                    result[i][out] = sum + bias[out];
                }
            }
            return result;
        }
    }

    private static final class Norm {
        private final float[] gain;
        private final float[] shift;

        private Norm(float[] gain, float[] shift) {
            this.gain = gain;
            this.shift = shift;
        }

        static Norm read(ByteBuffer in, int width) {
            return new Norm(floats(in, width), floats(in, width));
        }

        void apply(float[] state) {
            float mean = 0;
            for (float x : state) {
                mean += x;
            }
            mean /= state.length;
            float spread = 0;
            for (float x : state) {
                spread += (x - mean) * (x - mean);
            }
            float scale = (float) (1 / Math.sqrt(spread / state.length + TINY));
            for (int i = 0; i < state.length; i++) {
                state[i] = (state[i] - mean) * scale * gain[i] + shift[i];
            }
        }
    }
}
