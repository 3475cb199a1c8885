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

    private final Knock knock;

    /** {@code patience} is for each single exchange. */
    public Probe(
            Dialer dialer,
            List<Header> credentials,
            FrameTap tap,
            InstantSource clock,
            Duration patience) {
        this.knock = new Knock(dialer, credentials, tap, clock, patience);
    }

    /** Looks at the endpoint's own path first, then at the usual ones. */
    public Found find(Endpoint start) {
        try {
            return look(start);
        } catch (ConnectException e) {
            return new Found.NotMcp(Found.NotMcp.NO_CONNECTION + ": " + Words.of(e));
        } catch (SSLException e) {
            return new Found.NotMcp("no TLS: " + Words.of(e));
        } catch (UnknownHostException e) {
            return new Found.NotMcp("no such host");
        } catch (IOException e) {
            return new Found.NotMcp(Words.of(e));
        }
    }

    private Found look(Endpoint start) throws IOException {
        var refused = new ArrayList<Found>();
        var why = new ArrayList<String>();
        for (Try place : places(start)) {
            Endpoint at = start.at(place.path());
            Optional<Knock.Answer> answer =
                    place.stream() ? knock.stream(at, List.of()) : knock.greet(at, List.of());
            if (answer.isEmpty()) {
                continue;
            }
            Knock.Answer got = answer.get();
            if (place.stream() && got.streams()) {
                return new Found.Sse(at, Found.Access.granted());
            }
            if (!place.stream() && (got.greeted() || got.complains())) {
                return new Found.Streamable(at, Found.Access.granted());
            }
            if (got.refused()) {
                refused.add(
                        place.stream()
                                ? new Found.Sse(at, access(got))
                                : new Found.Streamable(at, access(got)));
            }
            why.add(place + ": " + got.status());
        }
        if (!refused.isEmpty()) {
            return refused.getFirst();
        }
        return new Found.NotMcp(why.isEmpty() ? "no HTTP" : String.join(", ", why));
    }

    /** Whether a page of another origin gets an answer, and whether another name for us does. */
    public Doors doors(Found found) throws IOException {
        return switch (found) {
            case Found.Streamable(Endpoint at, _) ->
                    new Doors(
                            door(knock.greet(at, origin())),
                            door(knock.greet(at, host(at))),
                            door(knock.greet(at, both(at))));
            case Found.Sse(Endpoint at, _) ->
                    new Doors(
                            door(knock.stream(at, origin())),
                            door(knock.stream(at, host(at))),
                            door(knock.stream(at, both(at))));
            case Found.NotMcp _ -> new Doors(Door.UNKNOWN, Door.UNKNOWN, Door.UNKNOWN);
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

    private static Door door(Optional<Knock.Answer> answer) {
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

    private static Found.Access access(Knock.Answer answer) {
        String challenge = answer.head().value("www-authenticate");
        Matcher metadata = METADATA.matcher(challenge);
        return new Found.Access(
                false,
                answer.status(),
                Words.of(challenge),
                metadata.find() ? Words.of(metadata.group(1)) : "");
    }
}
