package io.mcpsf.bait;

import java.util.Arrays;

/**
 * One byte over and over holds no secret, but is a digit of many alphabets: unwrapping a quarter of
 * a megabyte of it costs a second and gives nothing. Long runs are cut short before the search.
 * What stands on either side keeps its distance in every alphabet that writes bytes in groups.
 */
final class LongRuns {

    private static final int LONG = 1024;

    /** A common multiple of the sizes of groups: 2 for hex, 4 for base64, 5 and 8 for others. */
    private static final int GROUP = 120;

    private static final int KEPT = 2 * GROUP;

    private LongRuns() {}

    /** The same bytes with their long runs cut; the same array when there is none. */
    static byte[] cut(byte[] hostile) {
        if (hostile.length < LONG || !any(hostile)) {
            return hostile;
        }
        byte[] cut = new byte[hostile.length];
        int length = 0;
        int from = 0;
        while (from < hostile.length) {
            int to = end(hostile, from);
            int run = to - from;
            int kept = run < LONG ? run : KEPT + run % GROUP;
            Arrays.fill(cut, length, length + kept, hostile[from]);
            length += kept;
            from = to;
        }
        return Arrays.copyOf(cut, length);
    }

    /** A long run covers one of the places that are this far apart, and its neighbours. */
    private static boolean any(byte[] hostile) {
        for (int i = LONG / 2; i < hostile.length; i += LONG / 2) {
            if (hostile[i] == hostile[i - 1] && around(hostile, i) >= LONG) {
                return true;
            }
        }
        return false;
    }

    private static int around(byte[] hostile, int at) {
        int from = at;
        while (from > 0 && hostile[from - 1] == hostile[at] && at - from < LONG) {
            from--;
        }
        return end(hostile, at) - from;
    }

    private static int end(byte[] hostile, int from) {
        int to = from + 1;
        while (to < hostile.length && hostile[to] == hostile[from]) {
            to++;
        }
        return to;
    }
}
