package io.mcpsf.run.question;

import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Transport;
import io.mcpsf.mcp.http.Dialer;
import io.mcpsf.mcp.http.Endpoint;
import io.mcpsf.mcp.http.Header;
import io.mcpsf.mcp.http.HttpTransport;
import io.mcpsf.mcp.http.PortProtocol;
import io.mcpsf.mcp.http.Probe;
import io.mcpsf.model.ProtocolObservation.AuthorizationAsked;
import io.mcpsf.model.ProtocolObservation.EndpointSeen;
import io.mcpsf.model.Sink;
import io.mcpsf.sandbox.Sandbox;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the MCP endpoint behind a port, writes down who is let in there, and gives the transport to
 * question it over.
 */
public final class HttpReach {

    /** For one exchange: a server in a sandbox may just have begun to listen. */
    private static final Duration NEAR = Duration.ofSeconds(3);

    private static final Duration FAR = Duration.ofSeconds(10);

    /** From bind to listen: one line of code in most servers. */
    private static final Duration LISTENING = Duration.ofSeconds(3);

    private static final Duration AGAIN = Duration.ofMillis(20);

    private final Dialer dialer;
    private final List<Header> credentials;
    private final FrameTap tap;
    private final Sink sink;
    private final boolean rude;

    public HttpReach(Dialer dialer, List<Header> credentials, FrameTap tap, Sink sink) {
        this(dialer, credentials, tap, sink, true);
    }

    private HttpReach(
            Dialer dialer, List<Header> credentials, FrameTap tap, Sink sink, boolean rude) {
        this.dialer = dialer;
        this.credentials = List.copyOf(credentials);
        this.tap = tap;
        this.sink = sink;
        this.rude = rude;
    }

    /** What was found, and how to talk to it unless it is nothing. */
    public record Way(PortProtocol found, Optional<Transport> transport) {}

    /**
     * A server that opened a port in the sandbox, by the address that it bound. It may have bound
     * and not yet listen, so that a refusal is tried again for a while.
     */
    public static Way inSandbox(
            Sandbox sandbox, String boundAddress, int port, FrameTap tap, Sink sink)
            throws InterruptedException {
        return inSandbox(sandbox, boundAddress, port, tap, sink, true);
    }

    /** {@code rude} when it is also asked what a foreign page would get: not of one in use. */
    static Way inSandbox(
            Sandbox sandbox, String boundAddress, int port, FrameTap tap, Sink sink, boolean rude)
            throws InterruptedException {
        boolean six = boundAddress.contains(":") && !boundAddress.equals("::");
        var start = new Endpoint(false, six ? "[::1]" : "127.0.0.1", port, "/");
        String bound =
                switch (boundAddress) {
                    case "0.0.0.0", "::" -> "all";
                    default -> "loopback";
                };
        var reach = new HttpReach(new SandboxDialer(sandbox), List.of(), tap, sink, rude);
        long deadline = System.nanoTime() + LISTENING.toNanos();
        Way way = reach.find(start, "sandbox", bound);
        while (way.found() instanceof PortProtocol.NotMcp(String why)
                && why.startsWith(PortProtocol.NotMcp.NO_CONNECTION)
                && System.nanoTime() < deadline) {
            Thread.sleep(AGAIN);
            way = reach.find(start, "sandbox", bound);
        }
        return way;
    }

    /** {@code place} and {@code bound} as {@link EndpointSeen} has them. */
    public Way find(Endpoint start, String place, String bound) {
        boolean near = !place.equals("remote");
        var probe = new Probe(dialer, credentials, tap, InstantSource.system(), near ? NEAR : FAR);
        PortProtocol found = probe.find(start);
        return switch (found) {
            case PortProtocol.Streamable(Endpoint at, PortProtocol.Access access) -> {
                note(probe, found, at, access, "streamable", place, bound);
                yield new Way(found, Optional.of(over(HttpTransport.Kind.STREAMABLE, at)));
            }
            case PortProtocol.Sse(Endpoint at, PortProtocol.Access access) -> {
                note(probe, found, at, access, "sse", place, bound);
                yield new Way(found, Optional.of(over(HttpTransport.Kind.SSE, at)));
            }
            case PortProtocol.NotMcp _ -> new Way(found, Optional.empty());
        };
    }

    private Transport over(HttpTransport.Kind kind, Endpoint at) {
        return new HttpTransport(kind, at, dialer, credentials, tap, InstantSource.system());
    }

    private void note(
            Probe probe,
            PortProtocol found,
            Endpoint at,
            PortProtocol.Access access,
            String transport,
            String place,
            String bound) {
        String url = at.origin() + at.path().replaceFirst("\\?.*", "?…");
        Probe.Doors doors = doors(probe, found, access, place);
        String open = credentials.isEmpty() ? "open" : "credentials";
        sink.saw(
                new EndpointSeen(
                        url,
                        transport,
                        place,
                        bound,
                        access.open() ? open : "refused",
                        word(doors.origin()),
                        word(doors.rebinding())));
        if (!access.open()) {
            sink.saw(
                    new AuthorizationAsked(
                            url, access.status(), access.challenge(), access.metadata()));
        }
    }

    /** A certificate stops rebinding by itself, so that a remote server is not asked. */
    private Probe.Doors doors(
            Probe probe, PortProtocol found, PortProtocol.Access access, String place) {
        var unknown = new Probe.Doors(Probe.Door.UNKNOWN, Probe.Door.UNKNOWN, Probe.Door.UNKNOWN);
        if (!rude || !access.open() || place.equals("remote")) {
            return unknown;
        }
        try {
            return probe.doors(found);
        } catch (IOException e) {
            return unknown;
        }
    }

    private static String word(Probe.Door door) {
        return door.name().toLowerCase(Locale.ROOT);
    }
}
