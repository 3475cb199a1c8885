package io.mcpsf.run.question;

import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.mcp.FrameListener;
import io.mcpsf.mcp.Greeting;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Transport;
import io.mcpsf.os.Cleanup;

import java.time.Duration;
import java.util.Optional;

/** A second client of the same server, which other clients may use at the same time. */
final class Beside implements AutoCloseable {

    private static final Duration GREETING = Duration.ofSeconds(5);

    private final Transport transport;
    private final Interrogation.Settings settings;
    private final Cleanup opened = new Cleanup();

    Beside(Transport transport, Interrogation.Settings settings) {
        this.transport = transport;
        this.settings = settings;
    }

    /** A conversation of its own; empty when the server has no time for a second one. */
    Optional<McpSession> open() {
        var client =
                McpClient.open(
                        transport, FrameListener.none(), settings.identity(), settings.budget());
        opened.add(client::close);
        var session = new McpSession(client, settings.identity());
        try {
            return session.greet(GREETING) instanceof Greeting.Welcome
                    ? Optional.of(session)
                    : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        opened.close();
    }
}
