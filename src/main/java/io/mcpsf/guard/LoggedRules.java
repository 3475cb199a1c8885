package io.mcpsf.guard;

import io.mcpsf.mcp.RelayedLine;

/** Writes down what the client asks before it is decided, and what the server says. */
public record LoggedRules(FrameRules rules, SessionLog log) implements FrameRules {

    @Override
    public FrameDecision fromClient(RelayedLine line, byte[] raw) {
        FrameDecision decision = rules.fromClient(line, raw);
        if (decision instanceof FrameDecision.Pass) {
            log.sent(line);
        }
        return decision;
    }

    @Override
    public FrameDecision fromServer(RelayedLine line, byte[] raw) {
        log.received(line);
        return rules.fromServer(line, raw);
    }
}
