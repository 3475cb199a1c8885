package io.mcpsf.mcp.http;

import io.mcpsf.mcp.FrameTap;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

/**
 * Finds out whether and how a port speaks MCP, and who is let in. Each question is a whole exchange
 * of its own with little time; what answers is told apart by its answer, never by its name.
 */
public final class Probe {

    /** One place to look in. */
    private record Try(boolean stream, String path) {

        @Override
        public String toString() {
            return (stream ? "GET " : "POST ") + path;
        }
    }

    /** Where SDKs and frameworks put it by default, the likeliest first. */
    private static final List<Try> USUAL =
            List.of(
                    new Try(false, "/mcp"),
                    new Try(true, "/sse"),
                    new Try(false, "/"),
                    new Try(false, "/mcp/"),
                    new Try(true, "/"),
                    new Try(true, "/mcp/sse"),
                    new Try(true, "/mcp"),
                    new Try(false, "/api/mcp"),
                    new Try(false, "/v1/mcp"),
                    new Try(true, "/events"),
                    new Try(false, "/rpc"),
                    new Try(false, "/message"),
                    new Try(false, "/messages"));

    private static final Pattern METADATA =
            Pattern.compile("resource_metadata=\"?([^\",\\s]{1,512})");

    /** A host that is reserved to exist nowhere, as a rebinding attacker's would be named. */
    private static final String FOREIGN = "rebinding.invalid";

    private final PortProbe probe;

    /** {@code patience} is for each single exchange. */
    public Probe(
            Dialer dialer,
            List<Header> credentials,
            FrameTap tap,
            InstantSource clock,
            Duration patience) {
        this.probe = new PortProbe(dialer, credentials, tap, clock, patience);
    }

    /** Looks at the endpoint's own path first, then at the usual ones. */
    public PortProtocol find(Endpoint start) {
        try {
            return look(start);
        } catch (ConnectException e) {
            return new PortProtocol.NotMcp(
                    PortProtocol.NotMcp.NO_CONNECTION + ": " + ShortLine.of(e));
        } catch (SSLException e) {
            return new PortProtocol.NotMcp("no TLS: " + ShortLine.of(e));
        } catch (UnknownHostException e) {
            return new PortProtocol.NotMcp("no such host");
        } catch (IOException e) {
            return new PortProtocol.NotMcp(ShortLine.of(e));
        }
    }

    private PortProtocol look(Endpoint start) throws IOException {
        var refused = new ArrayList<PortProtocol>();
        var why = new ArrayList<String>();
        for (Try place : places(start)) {
            Endpoint at = start.at(place.path());
            Optional<PortProbe.Answer> answer =
                    place.stream() ? probe.stream(at, List.of()) : probe.greet(at, List.of());
            if (answer.isEmpty()) {
                continue;
            }
            PortProbe.Answer got = answer.get();
            if (place.stream() && got.streams()) {
                return new PortProtocol.Sse(at, PortProtocol.Access.granted());
            }
            if (!place.stream() && (got.greeted() || got.complains())) {
                return new PortProtocol.Streamable(at, PortProtocol.Access.granted());
            }
            if (got.refused()) {
                refused.add(
                        place.stream()
                                ? new PortProtocol.Sse(at, access(got))
                                : new PortProtocol.Streamable(at, access(got)));
            }
            why.add(place + ": " + got.status());
        }
        if (!refused.isEmpty()) {
            return refused.getFirst();
        }
        return new PortProtocol.NotMcp(why.isEmpty() ? "no HTTP" : String.join(", ", why));
    }

    /** Whether a page of another origin gets an answer, and whether another name for us does. */
    public Doors doors(PortProtocol found) throws IOException {
        return switch (found) {
            case PortProtocol.Streamable(Endpoint at, _) ->
                    new Doors(
                            door(probe.greet(at, origin())),
                            door(probe.greet(at, host(at))),
                            door(probe.greet(at, both(at))));
            case PortProtocol.Sse(Endpoint at, _) ->
                    new Doors(
                            door(probe.stream(at, origin())),
                            door(probe.stream(at, host(at))),
                            door(probe.stream(at, both(at))));
            case PortProtocol.NotMcp _ -> new Doors(Door.UNKNOWN, Door.UNKNOWN, Door.UNKNOWN);
        };
    }

    /**
     * The answers to a greeting with a foreign Origin, a foreign Host, and both as in an attack.
     */
    public record Doors(Door origin, Door host, Door rebinding) {}

    /** Whether a greeting was answered. */
    public enum Door {
        OPEN,
        SHUT,
        UNKNOWN
    }

    private static Door door(Optional<PortProbe.Answer> answer) {
        if (answer.isEmpty() || answer.get().status() == 401) {
            // Asked for credentials before anything else: what would follow, nobody knows.
            return Door.UNKNOWN;
        }
        return answer.get().greeted() || answer.get().streams() ? Door.OPEN : Door.SHUT;
    }

    private static List<Header> origin() {
        return List.of(new Header("Origin", "http://" + FOREIGN));
    }

    private static List<Header> host(Endpoint at) {
        return List.of(new Header("Host", FOREIGN + ":" + at.port()));
    }

    private static List<Header> both(Endpoint at) {
        String foreign = FOREIGN + ":" + at.port();
        return List.of(new Header("Host", foreign), new Header("Origin", "http://" + foreign));
    }

    private static Set<Try> places(Endpoint start) {
        var places = new LinkedHashSet<Try>();
        if (!start.path().equals("/")) {
            places.add(new Try(false, start.path()));
            places.add(new Try(true, start.path()));
        }
        places.addAll(USUAL);
        return places;
    }

    private static PortProtocol.Access access(PortProbe.Answer answer) {
        String challenge = answer.head().value("www-authenticate");
        Matcher metadata = METADATA.matcher(challenge);
        return new PortProtocol.Access(
                false,
                answer.status(),
                ShortLine.of(challenge),
                metadata.find() ? ShortLine.of(metadata.group(1)) : "");
    }
}
