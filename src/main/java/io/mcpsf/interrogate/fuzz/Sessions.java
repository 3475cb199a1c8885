package io.mcpsf.interrogate.fuzz;

import io.mcpsf.mcp.McpSession;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * More conversations with the server: with a new start of it after it ended by our doing, and with
 * the same start beside the first, as another client has it. Either may not be had.
 */
public record Sessions(
        Supplier<Optional<McpSession>> again, Supplier<Optional<McpSession>> beside) {

    /** There is only one. */
    public static Sessions one() {
        return new Sessions(Optional::empty, Optional::empty);
    }

    /** New starts only. */
    public static Sessions restarted(Supplier<Optional<McpSession>> again) {
        return new Sessions(again, Optional::empty);
    }
}
