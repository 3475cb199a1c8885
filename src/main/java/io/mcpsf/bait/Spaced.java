package io.mcpsf.bait;

import java.util.Arrays;

/**
 * Text whose characters stand apart: with a space or a random character between them, one in each
 * element of a list, one on each line. Read at every second to twelfth byte, and once without
 * everything that no token has in it.
 */
final class Spaced implements Wrapping {

    private static final int WIDEST = 12;

    @Override
    public void open(byte[] hostile, Opened opened) {
        for (int step = 2; step <= WIDEST; step++) {
            for (int first = 0; first < step; first++) {
                opened.last("spaced", every(hostile, first, step));
            }
        }
        byte[] bare = bare(hostile);
        if (bare.length < hostile.length) {
            opened.last("spaced", bare);
        }
    }

    private static byte[] every(byte[] hostile, int first, int step) {
        byte[] taken = new byte[Math.max(0, hostile.length - first + step - 1) / step];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = hostile[first + i * step];
        }
        return taken;
    }

    private static byte[] bare(byte[] hostile) {
        byte[] kept = new byte[hostile.length];
        int length = 0;
        for (byte b : hostile) {
            if (Character.digit(b, 36) >= 0 || "+/_-=".indexOf(b) >= 0) {
                kept[length++] = b;
            }
        }
        return Arrays.copyOf(kept, length);
    }
}
