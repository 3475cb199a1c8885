package io.mcpsf.bait;

/** One way of wrapping bytes into other bytes, undone wherever it is found. */
interface Wrapping {

    /** Hands over everything in these bytes that could have been wrapped in this way. */
    void open(byte[] hostile, Opened opened);

    /** The bytes without which there is nothing to open; empty when that is not so simple. */
    default String marks() {
        return "";
    }

    /** Every byte counts, also in a long run: it is a stream, not text. */
    default boolean exact() {
        return false;
    }

    /** Takes what was unwrapped. */
    interface Opened {

        void content(String word, byte[] content);

        /** The same for what wraps nothing more. */
        void last(String word, byte[] content);

        /** How many more bytes may be unwrapped in this search. */
        long room();

        /** No more is wanted. */
        default boolean enough() {
            return room() == 0;
        }
    }
}
