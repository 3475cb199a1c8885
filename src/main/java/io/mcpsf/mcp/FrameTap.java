package io.mcpsf.mcp;

import java.time.Instant;

/**
 * Sees every line as bytes before anybody reads them, without its line break. Called by one thread
 * per direction; must not block for long and must not keep or change the array.
 */
@FunctionalInterface
public interface FrameTap {

    /** {@code bytes} is the true size; of a line beyond the cap {@code raw} is the beginning. */
    void crossed(Direction direction, Instant at, byte[] raw, long bytes);

    /** Looks at nothing. */
    static FrameTap none() {
        return (_, _, _, _) -> {};
    }
}
