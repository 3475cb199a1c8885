package io.mcpsf.guard;

import io.mcpsf.mcp.RelayedLine;

/**
 * Decides about frames, each way on a thread of its own; {@code raw} is the line as it came. What
 * it throws ends the session.
 */
public interface FrameRules {

    FrameDecision fromClient(RelayedLine line, byte[] raw);

    FrameDecision fromServer(RelayedLine line, byte[] raw);

    /** Everything that can be read passes. */
    static FrameRules open() {
        return new FrameRules() {
            @Override
            public FrameDecision fromClient(RelayedLine line, byte[] raw) {
                return FrameDecision.pass();
            }

            @Override
            public FrameDecision fromServer(RelayedLine line, byte[] raw) {
                return FrameDecision.pass();
            }
        };
    }
}
