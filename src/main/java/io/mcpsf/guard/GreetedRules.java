package io.mcpsf.guard;

import io.mcpsf.mcp.Reading;
import io.mcpsf.mcp.RelayedLine;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Notes when the client is ready to hear more than answers. */
public record GreetedRules(FrameRules rules, ClientVoice voice) implements FrameRules {

    @Override
    public FrameDecision fromClient(RelayedLine line, byte[] raw) {
        FrameDecision decision = rules.fromClient(line, raw);
        boolean ready =
                line.messages().stream()
                        .anyMatch(
                                message ->
                                        message instanceof Reading.Notification(String method, _)
                                                && method.equals("notifications/initialized"));
        if (ready) {
            try {
                voice.greeted();
            } catch (IOException e) {
                throw new UncheckedIOException("the client can't be notified", e);
            }
        }
        return decision;
    }

    @Override
    public FrameDecision fromServer(RelayedLine line, byte[] raw) {
        return rules.fromServer(line, raw);
    }
}
