package io.mcpsf.boundary;

import io.mcpsf.bait.CanaryMatcher;

import java.util.List;

/** Recognises the content of decoys in any bytes, however wrapped. Safe for many threads. */
@FunctionalInterface
public interface CanaryFinder {

    List<Found> find(byte[] hostile);

    /** A decoy's content: our name of it, its class, and how it was wrapped. */
    record Found(String bait, String kind, String encoding) {}

    /** Finds what a matcher of decoys finds. */
    static CanaryFinder of(CanaryMatcher matcher) {
        return hostile ->
                matcher.find(hostile).stream()
                        .map(found -> new Found(found.bait(), found.kind(), found.encoding()))
                        .toList();
    }

    /** Finds nothing: there are no decoys. */
    static CanaryFinder none() {
        return hostile -> List.of();
    }
}
