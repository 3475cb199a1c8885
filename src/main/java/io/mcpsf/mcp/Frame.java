package io.mcpsf.mcp;

import java.util.Arrays;

/**
 * One message as it crossed: the beginning of its bytes, how many there were, and our reading. A
 * line with an oddity gives a malformed frame and, when it can still be read, a second one.
 */
@SuppressWarnings("ArrayRecordComponent") // bytes are the point; frames are never compared
public record Frame(Direction direction, byte[] raw, long bytes, Reading reading) {

    public Frame {
        raw = Arrays.copyOf(raw, Math.min(raw.length, Caps.FRAME_RAW));
    }
}
