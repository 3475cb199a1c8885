package io.mcpsf.bait;

import java.util.List;

/** Finds the content of decoys in bytes that are on their way out, however they are wrapped. */
@FunctionalInterface
public interface CanaryFinder {

    /** All decoys whose content is in there. */
    List<Found> find(byte[] hostile);

    /**
     * The same in a text that was put together from many messages, of which there are many more
     * than messages: what costs a pass of its own is looked for at the top only.
     */
    default List<Found> findInJoined(byte[] hostile) {
        return find(hostile);
    }

    /** For when there are no decoys. */
    static CanaryFinder none() {
        return _ -> List.of();
    }
}
