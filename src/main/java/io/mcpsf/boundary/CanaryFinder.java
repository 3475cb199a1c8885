package io.mcpsf.boundary;

import java.util.List;

/** Recognises the content of decoys in any bytes, however wrapped. Safe for many threads. */
@FunctionalInterface
public interface CanaryFinder {

    List<Found> find(byte[] hostile);

    /** A decoy's content: our name of it, its class, and how it was wrapped. */
    record Found(String bait, String kind, String encoding) {}

    /** Finds nothing: there are no decoys. */
    static CanaryFinder none() {
        return hostile -> List.of();
    }
}
