package io.mcpsf.observe;

import java.util.List;

/** Finds the content of decoys in bytes that are on their way out, however they are wrapped. */
@FunctionalInterface
public interface CanaryFinder {

    /** All decoys whose content is in there. */
    List<Found> find(byte[] hostile);

    /** One decoy that was found, and how its content was wrapped. */
    record Found(String bait, String kind, String encoding) {}

    /** For when there are no decoys. */
    static CanaryFinder none() {
        return hostile -> List.of();
    }
}
