package io.mcpsf.mcp;

/** Every bound of the wire, each with its reason. */
final class Caps {

    /**
     * The longest line we keep; the official SDKs stop at 16 Mi too, so no honest server is cut.
     */
    static final int LINE = 16 << 20;

    /** What is kept of a longer line: enough to recognise what it was. */
    static final int LONG_LINE_KEPT = 4 << 10;

    /** What a {@link Frame} keeps of its bytes; the tap has seen them all. */
    static final int FRAME_RAW = 64 << 10;

    /**
     * Values in one frame. A tree costs up to 200 bytes for each, so that this many fit beside
     * everything else into a controller of 256 MB.
     */
    static final int PARTS = 200_000;

    /** Messages of one batch that we look at. */
    static final int BATCH = 100;

    /** Ids of questions that were given up or answered, kept to tell late from invented. */
    static final int OLD_IDS = 4096;

    /** Of a revision's name, which is a date. */
    static final int REVISION = 64;

    /** The part of an error message that is repeated in our own words. */
    static final int ERROR_MESSAGE = 300;

    /** Rounds of "input required" on one question; honest servers need one or two. */
    static final int ROUNDS = 4;

    /** Questions in one "input required" result that we answer. */
    static final int INPUTS = 16;

    private Caps() {}

    static String cut(String hostile, int max) {
        if (hostile.length() <= max) {
            return hostile;
        }
        if (max <= 0) {
            return "";
        }
        int end = Character.isHighSurrogate(hostile.charAt(max - 1)) ? max - 1 : max;
        return hostile.substring(0, end);
    }
}
