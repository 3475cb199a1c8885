package io.mcpsf.bait;

import java.util.List;

/** Finds the content of decoys in bytes that are on their way out, however they are wrapped. */
@FunctionalInterface
public interface CanaryFinder {

    /** All decoys whose content is in there. */
    List<Found> find(byte[] hostile);

    /** For when there are no decoys. */
    static CanaryFinder none() {
        return _ -> List.of();
    }
}
