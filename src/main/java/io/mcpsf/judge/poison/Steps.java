package io.mcpsf.judge.poison;

/**
 * States as whole numbers of twelve bits, each state with what one step of it is worth. Two states
 * share a long, so that one multiplication serves both: a sum over 4,096 products with a byte still
 * fits in half of it.
 */
final class Steps {

    private static final int MOST = 2_047;

    private final int count;
    private final float[] scales;
    private final long[][] pairs;

    Steps(float[][] states) {
        count = states.length;
        scales = new float[count + 1];
        pairs = new long[(count + 1) / 2][states[0].length];
        for (int i = 0; i < count; i++) {
            float most = 0;
            for (float x : states[i]) {
                most = Math.max(most, Math.abs(x));
            }
            scales[i] = most == 0 ? 1 : most / MOST;
            long[] to = pairs[i / 2];
            int shift = i % 2 == 0 ? 0 : Integer.SIZE;
            for (int k = 0; k < to.length; k++) {
                to[k] += (long) Math.round(states[i][k] / scales[i]) << shift;
            }
        }
    }

    int count() {
        return count;
    }

    float scale(int state) {
        return scales[state];
    }

    /** Of states 2·pair (below) and 2·pair + 1 (above). */
    long[] pair(int pair) {
        return pairs[pair];
    }

    int pairs() {
        return pairs.length;
    }

    static int below(long sum) {
        return (int) sum;
    }

    static int above(long sum) {
        return (int) ((sum - (int) sum) >> Integer.SIZE);
    }
}
