package io.mcpsf.bait;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds many needles in one pass, forwards, backwards, and under any one-byte XOR.
 *
 * <p>Every needle has at least {@link #WINDOW} bytes, so a fixed-width index does what an automaton
 * would, in a few kilobytes and at the same speed for every input: at each position the seven
 * differences of eight neighbouring bytes are looked up in a small filter. Differences do not
 * change when all bytes are XORed with one key, so that all 256 keys cost nothing extra.
 */
final class WindowIndex {

    static final int WINDOW = Canary.MIN_LENGTH;

    /** A part of a secret this long contains a whole window wherever it was cut out. */
    static final int PART = 24;

    private static final int STRIDE = PART - WINDOW;
    private static final int FILTER_BITS = 18;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final long SEVEN_BYTES = 0x00FF_FFFF_FFFF_FFFFL;
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long[] filter = new long[1 << (FILTER_BITS - 6)];
    private final long[] keys;
    private final Needle[][] needles;

    /** Told about each match: whose it is, and in which direction and disguise it lies there. */
    interface Hits {
        void hit(Canary canary, boolean reversed, boolean disguised);
    }

    private record Needle(Canary canary, String text, boolean reversed) {}

    WindowIndex(Collection<Canary> canaries) {
        Map<Long, List<Needle>> all = new TreeMap<>();
        for (Canary canary : canaries) {
            for (String part : parts(canary.secret())) {
                add(all, new Needle(canary, part, false));
                String reversed = new StringBuilder(part).reverse().toString();
                add(all, new Needle(canary, reversed, true));
            }
        }
        keys = all.keySet().stream().mapToLong(Long::longValue).toArray();
        needles = all.values().stream().map(l -> l.toArray(Needle[]::new)).toArray(Needle[][]::new);
        for (long key : keys) {
            int slot = slot(key);
            filter[slot >>> 6] |= 1L << slot;
        }
    }

    void scan(byte[] hostile, Hits hits) {
        for (int i = 0, last = hostile.length - WINDOW; i <= last; i++) {
            long key = key(hostile, i);
            int slot = slot(key);
            if ((filter[slot >>> 6] & (1L << slot)) != 0) {
                check(hostile, i, key, hits);
            }
        }
    }

    private void check(byte[] hostile, int at, long key, Hits hits) {
        int found = Arrays.binarySearch(keys, key);
        if (found < 0) {
            return;
        }
        for (Needle needle : needles[found]) {
            int mask = (hostile[at] ^ needle.text().charAt(0)) & 0xff;
            if (matches(hostile, at, needle.text(), mask)) {
                hits.hit(needle.canary(), needle.reversed(), mask != 0);
            }
        }
    }

    private static boolean matches(byte[] hostile, int at, String text, int mask) {
        if (text.length() > hostile.length - at) {
            return false;
        }
        for (int k = 1; k < text.length(); k++) {
            if (((hostile[at + k] ^ text.charAt(k)) & 0xff) != mask) {
                return false;
            }
        }
        return true;
    }

    /** The windows of a secret; of one with line breaks, also the windows of its joined lines. */
    private static Collection<String> parts(String secret) {
        if (secret.length() < PART) {
            return List.of(secret);
        }
        List<String> parts = new ArrayList<>(windows(secret));
        String joined = secret.replace("\n", "");
        if (joined.length() >= WINDOW && joined.length() < secret.length()) {
            windows(joined).stream().filter(w -> !parts.contains(w)).forEach(parts::add);
        }
        return parts;
    }

    private static List<String> windows(String secret) {
        List<String> windows = new ArrayList<>();
        for (int at = 0; at + WINDOW < secret.length(); at += STRIDE) {
            windows.add(secret.substring(at, at + WINDOW));
        }
        windows.add(secret.substring(secret.length() - WINDOW));
        return windows;
    }

    private static void add(Map<Long, List<Needle>> all, Needle needle) {
        byte[] head = new byte[8];
        for (int k = 0; k < head.length; k++) {
            head[k] = (byte) needle.text().charAt(k);
        }
        all.computeIfAbsent(key(head, 0), k -> new ArrayList<>()).add(needle);
    }

    private static long key(byte[] data, int at) {
        long word = (long) EIGHT_BYTES.get(data, at);
        return (word ^ (word >>> 8)) & SEVEN_BYTES;
    }

    private static int slot(long key) {
        return (int) ((key * MIX) >>> (64 - FILTER_BITS));
    }
}
