package io.mcpsf.judge.poison;

import java.nio.ByteBuffer;

/** Brings a state to a mean and a spread that were learned. */
final class Norm {

    private static final float TINY = 1e-12f;

    private final float[] gain;
    private final float[] shift;

    private Norm(float[] gain, float[] shift) {
        this.gain = gain;
        this.shift = shift;
    }

    static Norm read(ByteBuffer in, int width) {
        return new Norm(ByteTable.floats(in, width), ByteTable.floats(in, width));
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
