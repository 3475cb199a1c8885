package io.mcpsf.interrogate;

import java.util.List;

/** Finds the content of decoys in hostile bytes, however it is wrapped. */
@FunctionalInterface
public interface CanaryFinder {

    List<Found> find(byte[] hostile);

    /** A decoy's name and kind, and how its content was wrapped: all ours. */
    record Found(String bait, String kind, String encoding) {}

    /** For a run without decoys. */
    static CanaryFinder none() {
        return _ -> List.of();
    }
}
