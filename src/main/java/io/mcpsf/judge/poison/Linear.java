package io.mcpsf.judge.poison;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/** A matrix of bytes, multiplied in whole numbers, whose order does not matter, and a bias. */
final class Linear {

    /** Rows that one processor takes at once. */
    private static final int ROWS = 64;

    private final ByteTable table;
    private final float[] bias;

    private Linear(ByteTable table, float[] bias) {
        this.table = table;
        this.bias = bias;
    }

    static Linear read(ByteBuffer in, int from, int to) {
        return new Linear(ByteTable.read(in, to, from), ByteTable.floats(in, to));
    }

    float[][] of(Steps states) {
        float[][] result = new float[states.count()][bias.length];
        IntStream.range(0, (bias.length + ROWS - 1) / ROWS)
                .parallel()
                .forEach(part -> rows(states, part * ROWS, result));
        return result;
    }

    private void rows(Steps states, int from, float[][] result) {
        int[] row = new int[table.width()];
        long[] sums = new long[states.pairs()];
        for (int out = from; out < Math.min(from + ROWS, bias.length); out++) {
            table.steps(out, row);
            multiply(states, row, sums);
            float scale = table.scale(out);
            for (int i = 0; i < states.count(); i++) {
                long sum = sums[i / 2];
                int whole = i % 2 == 0 ? Steps.below(sum) : Steps.above(sum);
                result[i][out] = whole * (scale * states.scale(i)) + bias[out];
            }
        }
    }

    /** Four pairs at once, so that a weight is fetched once for eight states. */
    private static void multiply(Steps states, int[] row, long[] sums) {
        int i = 0;
        for (; i + 3 < sums.length; i += 4) {
            long[] one = states.pair(i);
            long[] two = states.pair(i + 1);
            long[] three = states.pair(i + 2);
            long[] four = states.pair(i + 3);
            long a = 0;
            long b = 0;
            long c = 0;
            long d = 0;
            for (int k = 0; k < row.length; k++) {
                long weight = row[k];
                a += weight * one[k];
                b += weight * two[k];
                c += weight * three[k];
                d += weight * four[k];
            }
            sums[i] = a;
            sums[i + 1] = b;
            sums[i + 2] = c;
            sums[i + 3] = d;
        }
        for (; i < sums.length; i++) {
            long[] pair = states.pair(i);
            long sum = 0;
            for (int k = 0; k < row.length; k++) {
                sum += (long) row[k] * pair[k];
            }
            sums[i] = sum;
        }
    }
}
