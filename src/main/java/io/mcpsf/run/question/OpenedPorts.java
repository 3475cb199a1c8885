package io.mcpsf.run.question;

import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Transport;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sink;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.sandbox.Sandbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ports that a server was seen to open, and whether MCP is behind one of them. */
public final class OpenedPorts {

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final int MOST = 4;

    private final FrameTap tap;
    private final Sink sink;
    private final boolean rude;
    private final List<Bound> ports = new ArrayList<>();

    public OpenedPorts(FrameTap tap, Sink sink) {
        this(tap, sink, true);
    }

    private OpenedPorts(FrameTap tap, Sink sink, boolean rude) {
        this.tap = tap;
        this.sink = sink;
        this.rude = rude;
    }

    /** Of a server in use: it is greeted there, and asked nothing else. */
    public static OpenedPorts inUse(FrameTap tap, Sink sink) {
        return new OpenedPorts(tap, sink, false);
    }

    /** Takes note of a port, if this is one. */
    public synchronized void saw(Seen seen) {
        if (seen.what() instanceof Bound bound
                && bound.transport().equals("tcp")
                && bound.port() > 0
                && ports.size() < MOST
                && !ports.contains(bound)) {
            ports.add(bound);
        }
    }

    public synchronized List<Bound> all() {
        return List.copyOf(ports);
    }

    /** The way to MCP behind one of them, as soon as there is one. */
    public Optional<Transport> await(Sandbox sandbox, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (System.nanoTime() < deadline && sandbox.await(Duration.ZERO).isEmpty()) {
            Optional<Transport> http = probe(sandbox);
            if (http.isPresent()) {
                return http;
            }
            Thread.sleep(LOOK);
        }
        return Optional.empty();
    }

    public Optional<Transport> probe(Sandbox sandbox) throws InterruptedException {
        for (Bound port : all()) {
            Optional<Transport> http =
                    HttpReach.inSandbox(sandbox, port.address(), port.port(), tap, sink, rude)
                            .transport();
            if (http.isPresent()) {
                return http;
            }
        }
        return Optional.empty();
    }
}
