package io.mcpsf.run.guarded;

import io.mcpsf.guard.HttpServerEnd;
import io.mcpsf.guard.ServerDoor;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Transport;
import io.mcpsf.os.Last;
import io.mcpsf.run.question.OpenedPorts;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.sandbox.Sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Looks for MCP behind a port that a silent server opened, and sends the client there. A server
 * that answers on its standard output first is left alone.
 */
final class PortLookout implements AutoCloseable {

    /** A server that opened a port and is silent for so long may speak HTTP and nothing else. */
    private static final Duration SILENT = Duration.ofMillis(500);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final OpenedPorts ports;
    private final Recorder.Tap tap;
    private Optional<Thread> thread = Optional.empty();

    /** Takes note of ports from here on. */
    PortLookout(Recorder recorder) {
        ports = OpenedPorts.inUse(FrameTap.none(), recorder);
        tap = recorder.tap(ports::saw);
    }

    /** {@code found} carries on from a server that was found to be behind a port. */
    void look(
            Sandbox sandbox,
            ServerDoor door,
            HttpServerEnd.Odd odd,
            Consumer<HttpServerEnd> found) {
        thread =
                Optional.of(
                        Thread.ofVirtual()
                                .name("port lookout")
                                .start(() -> run(sandbox, door, odd, found)));
    }

    private void run(
            Sandbox sandbox,
            ServerDoor door,
            HttpServerEnd.Odd odd,
            Consumer<HttpServerEnd> found) {
        try {
            while (!door.decided()) {
                if (ports.all().isEmpty() || !door.silent()) {
                    Thread.sleep(LOOK);
                    continue;
                }
                Thread.sleep(SILENT);
                Optional<Transport> http = door.decided() ? Optional.empty() : ports.probe(sandbox);
                if (http.isPresent()) {
                    HttpServerEnd end = HttpServerEnd.open(http.get(), odd);
                    if (door.over(end)) {
                        found.accept(end);
                    } else {
                        end.close();
                    }
                }
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("the server can't be reached over HTTP", e);
        }
    }

    @Override
    public void close() {
        tap.close();
        thread.ifPresent(
                looking -> {
                    looking.interrupt();
                    Last.of(looking);
                });
    }
}
