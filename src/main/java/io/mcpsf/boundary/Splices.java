package io.mcpsf.boundary;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Small pieces sent to the same place by the same way, joined in the order of sending: a secret may
 * be cut up so that no single name, request or packet holds it.
 */
final class Splices {

    private static final int MAX_PLACES = 512;
    private static final int MAX_JOINED = 4096;

    /** A piece that is larger carries enough by itself. */
    static final int MAX_PIECE = 512;

    private final Map<String, byte[]> joined =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
                    return size() > MAX_PLACES;
                }
            };

    /** Everything that went the same way so far, with this piece at its end. */
    synchronized byte[] with(String way, byte[] piece) {
        byte[] before = joined.getOrDefault(way, new byte[0]);
        var all = new ByteArrayOutputStream();
        all.writeBytes(before);
        all.write(piece, 0, Math.min(piece.length, MAX_PIECE));
        byte[] now = all.toByteArray();
        if (now.length > MAX_JOINED) {
            now = Arrays.copyOfRange(now, now.length - MAX_JOINED, now.length);
        }
        joined.put(way, now);
        return now;
    }

    /**
     * What went this way, and its branches, has been dealt with: what follows is something else.
     */
    synchronized void forget(String way) {
        joined.keySet().removeIf(known -> known.startsWith(way));
    }
}
