package io.mcpsf.guard;

import io.mcpsf.mcp.RelayedLine;

/** Decides about frames, each way on a thread of its own. What it throws ends the session. */
public interface FrameRules {

    FrameDecision fromClient(RelayedLine line);

    FrameDecision fromServer(RelayedLine line);

    /** Everything that can be read passes. */
    static FrameRules open() {
        return new FrameRules() {
            @Override
            public FrameDecision fromClient(RelayedLine line) {
                return FrameDecision.pass();
            }

            @Override
            public FrameDecision fromServer(RelayedLine line) {
                return FrameDecision.pass();
            }
        };
    }
}
