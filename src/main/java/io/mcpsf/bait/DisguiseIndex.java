package io.mcpsf.bait;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Finds secrets under all keys of all {@link KeyedDisguise}s, one pass for each disguise. */
final class DisguiseIndex {

    /** What must be the same, after the disguise has taken its share: chance does not do that. */
    private static final int SHORTEST = 12;

    private static final int FILTER_BITS = 16;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final List<Known> all = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Needle(Canary canary, byte[] bytes) {}

    /** One disguise with what the secrets look like under it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Known(KeyedDisguise disguise, long[] filter, Map<Long, List<Needle>> needles) {}

    DisguiseIndex(Collection<Canary> canaries) {
        for (KeyedDisguise disguise : KeyedDisguise.all()) {
            var known = new Known(disguise, new long[1 << (FILTER_BITS - 6)], new HashMap<>());
            canaries.forEach(canary -> add(known, canary));
            all.add(known);
        }
    }

    private static void add(Known known, Canary canary) {
        byte[] secret = canary.bytes();
        int width = Math.min(secret.length, WindowIndex.PART);
        for (int at = 0; at + width <= secret.length; at += WindowIndex.PART / 2) {
            byte[] needle = known.disguise.needle(Arrays.copyOfRange(secret, at, at + width));
            if (needle.length >= SHORTEST && distinct(needle) >= SHORTEST / 2) {
                long key = key(needle, 0);
                int slot = slot(key);
                known.filter[slot >>> 6] |= 1L << slot;
                known.needles
                        .computeIfAbsent(key, _ -> new ArrayList<>())
                        .add(new Needle(canary, needle));
            }
        }
    }

    /** Tells whose secret is there and under which disguise. */
    void scan(byte[] hostile, BiConsumer<Canary, String> hits) {
        for (Known known : all) {
            byte[] data = known.disguise.unchanged(hostile);
            for (int i = 0, last = data.length - SHORTEST; i <= last; i++) {
                long key = key(data, i);
                int slot = slot(key);
                if ((known.filter[slot >>> 6] & 1L << slot) != 0) {
                    for (Needle needle : known.needles.getOrDefault(key, List.of())) {
                        if (matches(data, i, needle.bytes)) {
                            hits.accept(needle.canary, known.disguise.word());
                        }
                    }
                }
            }
        }
    }

    private static boolean matches(byte[] data, int at, byte[] needle) {
        int end = at + needle.length;
        return end <= data.length && Arrays.equals(data, at, end, needle, 0, needle.length);
    }

    /** A part of a secret that repeats itself would be found in whatever repeats itself. */
    private static long distinct(byte[] needle) {
        var seen = new boolean[256];
        long count = 0;
        for (byte b : needle) {
            count += seen[b & 0xff] ? 0 : 1;
            seen[b & 0xff] = true;
        }
        return count;
    }

    private static long key(byte[] data, int at) {
        return (long) EIGHT_BYTES.get(data, at);
    }

    private static int slot(long key) {
        return (int) ((key * MIX) >>> (64 - FILTER_BITS));
    }
}
