package io.mcpsf.bait;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Bytes that arrive in pieces and may hold a secret that no single piece holds. Each piece is
 * searched together with the end of what came before; the whole, as far as it is kept, is searched
 * again each time it has doubled and at the end, for what was compressed. Reports each bait once.
 * For one thread.
 */
public final class CanaryStream {

    /** How much of the past is searched with a new piece. */
    private static final int OVERLAP = 1024;

    /** Fewer new bytes than this wait for the next piece, so that tiny pieces stay cheap. */
    private static final int WORTHWHILE = WindowIndex.WINDOW;

    /** How much of the beginning is kept for the search through the whole. */
    private static final int KEPT = 1 << 20;

    private final CanaryMatcher matcher;
    private final Set<String> reported = new HashSet<>();
    private byte[] recent = {};
    private int pending;
    private byte[] whole = new byte[OVERLAP];
    private int length;
    private int nextWhole = 4 * OVERLAP;

    CanaryStream(CanaryMatcher matcher) {
        this.matcher = matcher;
    }

    /** What this piece brings to light that was not reported before. */
    public List<Found> feed(byte[] hostile) {
        keep(hostile);
        recent = joined(recent, hostile);
        pending += hostile.length;
        List<Found> fresh = new ArrayList<>();
        if (pending >= WORTHWHILE) {
            searchRecent(fresh);
        }
        if (length >= nextWhole) {
            searchWhole(fresh);
            nextWhole = length < KEPT ? 2 * length : Integer.MAX_VALUE;
        }
        return fresh;
    }

    /** What the end of the stream brings to light. */
    public List<Found> finish() {
        List<Found> fresh = new ArrayList<>();
        searchRecent(fresh);
        searchWhole(fresh);
        return fresh;
    }

    private void searchRecent(List<Found> fresh) {
        add(matcher.find(recent), fresh);
        recent = Arrays.copyOfRange(recent, Math.max(0, recent.length - OVERLAP), recent.length);
        pending = 0;
    }

    private void searchWhole(List<Found> fresh) {
        add(matcher.find(Arrays.copyOf(whole, length)), fresh);
    }

    private void add(List<Found> found, List<Found> fresh) {
        for (Found one : found) {
            if (reported.add(one.bait())) {
                fresh.add(one);
            }
        }
    }

    private void keep(byte[] piece) {
        int more = Math.min(piece.length, KEPT - length);
        if (length + more > whole.length) {
            whole = Arrays.copyOf(whole, Math.min(KEPT, Math.max(length + more, 2 * length)));
        }
        System.arraycopy(piece, 0, whole, length, more);
        length += more;
    }

    private static byte[] joined(byte[] head, byte[] tail) {
        byte[] joined = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, joined, head.length, tail.length);
        return joined;
    }
}
