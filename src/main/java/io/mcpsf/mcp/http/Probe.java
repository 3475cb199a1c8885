package io.mcpsf.mcp.http;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Direction;
import io.mcpsf.mcp.Fault;
import io.mcpsf.mcp.FrameTap;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds out whether and how a port speaks MCP, and who is let in. Each question is a whole exchange
 * of its own with little time; what answers is told apart by its answer, never by its name.
 */
public final class Probe {

    /** Where SDKs and frameworks put it by default, the likeliest first. */
    private static final List<String> STREAMABLE =
            List.of("/mcp", "/", "/mcp/", "/api/mcp", "/v1/mcp", "/message", "/messages", "/rpc");

    private static final List<String> SSE = List.of("/sse", "/", "/mcp/sse", "/mcp", "/events");

    private static final Pattern METADATA =
            Pattern.compile("resource_metadata=\"?([^\",\\s]{1,512})");

    /** A host that is reserved to exist nowhere, as a rebinding attacker's would be named. */
    static final String FOREIGN = "rebinding.invalid";

    private final Dialer dialer;
    private final List<Header> credentials;
    private final FrameTap tap;
    private final InstantSource clock;
    private final Duration patience;

    /** {@code patience} is for each single exchange. */
    public Probe(
            Dialer dialer,
            List<Header> credentials,
            FrameTap tap,
            InstantSource clock,
            Duration patience) {
        this.dialer = dialer;
        this.credentials = List.copyOf(credentials);
        this.tap = tap;
        this.clock = clock;
        this.patience = patience;
    }

    /** What an answer to our greeting was. */
    private record Answer(int status, String type, Head head, String text) {

        boolean rpc() {
            return text.contains("\"jsonrpc\"");
        }

        boolean greeted() {
            return status == 200 && rpc() && text.contains("\"protocolVersion\"");
        }

        boolean refused() {
            return (status == 401 || status == 403);
        }
    }

    /** Looks at the endpoint's own path first, then at the usual ones. */
    public Found find(Endpoint start) {
        var refused = new ArrayList<Found>();
        var why = new LinkedHashSet<String>();
        try {
            for (String path : paths(start, STREAMABLE)) {
                Optional<Answer> answer = greet(start.at(path), List.of());
                if (answer.isPresent() && (answer.get().greeted() || spoken(answer.get()))) {
                    return new Found.Streamable(start.at(path), Found.Access.granted());
                }
                answer.filter(Answer::refused)
                        .ifPresent(
                                a -> refused.add(new Found.Streamable(start.at(path), access(a))));
                answer.ifPresent(a -> why.add("POST " + path + ": " + a.status()));
            }
            for (String path : paths(start, SSE)) {
                Optional<Answer> answer = stream(start.at(path), List.of());
                if (answer.isPresent() && answer.get().text().startsWith("endpoint ")) {
                    return new Found.Sse(start.at(path), Found.Access.granted());
                }
                answer.filter(Answer::refused)
                        .ifPresent(a -> refused.add(new Found.Sse(start.at(path), access(a))));
                answer.ifPresent(a -> why.add("GET " + path + ": " + a.status()));
            }
        } catch (ConnectException e) {
            return new Found.NotMcp(Found.NotMcp.NO_CONNECTION + ": " + Words.of(e));
        } catch (javax.net.ssl.SSLException e) {
            return new Found.NotMcp("no TLS: " + Words.of(e));
        } catch (java.net.UnknownHostException e) {
            return new Found.NotMcp("no such host");
        } catch (IOException e) {
            return new Found.NotMcp(Words.of(e));
        }
        return refused.isEmpty()
                ? new Found.NotMcp(why.isEmpty() ? "no HTTP" : String.join(", ", why))
                : refused.getFirst();
    }

    /** Whether a page of another origin gets an answer, and whether another name for us does. */
    public Doors doors(Found found) throws IOException {
        return switch (found) {
            case Found.Streamable(Endpoint at, _) ->
                    new Doors(
                            door(greet(at, origin())),
                            door(greet(at, host(at))),
                            door(greet(at, both(at))));
            case Found.Sse(Endpoint at, _) ->
                    new Doors(
                            door(stream(at, origin())),
                            door(stream(at, host(at))),
                            door(stream(at, both(at))));
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

    private static Door door(Optional<Answer> answer) {
        if (answer.isEmpty() || answer.get().status() == 401) {
            // Asked for credentials before anything else: what would follow, nobody knows.
            return Door.UNKNOWN;
        }
        boolean open = answer.get().greeted() || answer.get().text().startsWith("endpoint ");
        return open ? Door.OPEN : Door.SHUT;
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

    private static Set<String> paths(Endpoint start, List<String> usual) {
        var paths = new LinkedHashSet<String>();
        if (!start.path().equals("/")) {
            paths.add(start.path());
        }
        paths.addAll(usual);
        return paths;
    }

    /** An error in JSON-RPC is as good as a greeting: somebody there speaks it. */
    private static boolean spoken(Answer answer) {
        return answer.rpc() && answer.text().contains("\"error\"") && !answer.refused();
    }

    private static Found.Access access(Answer answer) {
        String challenge = answer.head().value("www-authenticate");
        Matcher metadata = METADATA.matcher(challenge);
        return new Found.Access(
                false,
                answer.status(),
                Words.of(challenge),
                metadata.find() ? Words.of(metadata.group(1)) : "");
    }

    private Optional<Answer> greet(Endpoint at, List<Header> more) throws IOException {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 1);
        ObjectNode params = message.put("method", "initialize").putObject("params");
        params.put("protocolVersion", "2025-06-18").putObject("capabilities");
        params.putObject("clientInfo").put("name", "claude-ai").put("version", "0.1.0");
        var headers = new ArrayList<>(more);
        headers.add(new Header("Content-Type", "application/json"));
        headers.add(new Header("Accept", "application/json, text/event-stream"));
        Optional<Answer> answer =
                ask(new Request("POST", at, headers, Json.bytes(message)), body -> beginning(body));
        answer.ifPresent(got -> takeLeave(at, got));
        return answer;
    }

    private Optional<Answer> stream(Endpoint at, List<Header> more) throws IOException {
        var headers = new ArrayList<>(more);
        headers.add(new Header("Accept", "text/event-stream"));
        return ask(
                new Request("GET", at, headers, new byte[0]),
                body -> {
                    Optional<EventReader.Event> event =
                            new EventReader(body, HttpCaps.ERROR_PAGE).next();
                    return event.map(
                                    e ->
                                            e.type()
                                                    + " "
                                                    + new String(e.data(), StandardCharsets.UTF_8))
                            .orElse("");
                });
    }

    @FunctionalInterface
    private interface Reader {
        String read(Body body) throws IOException;
    }

    /** Empty when no HTTP came back in time; throws when there is no way to connect at all. */
    private Optional<Answer> ask(Request request, Reader reader) throws IOException {
        var headers = new ArrayList<>(request.headers());
        headers.addAll(credentials);
        var whole = new Request(request.method(), request.to(), headers, request.body());
        try (var connections = new Connections(dialer, request.to());
                var exchange = new Exchange(connections, new Tapped());
                var _ = Alarm.in(patience, connections::close)) {
            Optional<Exchange.Response> response = exchange.send(whole);
            if (response.isEmpty()) {
                return Optional.empty();
            }
            Head head = response.get().head();
            boolean speaks =
                    head.type().equals("text/event-stream") || head.type().endsWith("json");
            String text = speaks ? read(reader, response.get()) : "";
            return Optional.of(new Answer(head.status(), head.type(), head, text));
        } catch (ConnectException | javax.net.ssl.SSLException | java.net.UnknownHostException e) {
            throw e;
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String read(Reader reader, Exchange.Response response) {
        try {
            return reader.read(response.body());
        } catch (IOException e) {
            return "";
        }
    }

    /** What comes first: the first event's data, or the beginning of the body. */
    private static String beginning(Body body) throws IOException {
        byte[] bytes = new byte[HttpCaps.ERROR_PAGE];
        int got = 0;
        while (got < bytes.length) {
            int read = body.read(bytes, got, bytes.length - got);
            if (read < 0) {
                break;
            }
            got += read;
            String text = new String(bytes, 0, got, StandardCharsets.UTF_8);
            if (text.contains("\"jsonrpc\"") && (text.contains("\n\n") || whole(text))) {
                return text;
            }
        }
        return new String(bytes, 0, got, StandardCharsets.UTF_8);
    }

    private static boolean whole(String text) {
        try {
            JsonNode tree = Json.read(text);
            return tree.isObject();
        } catch (BadJsonException e) {
            return false;
        }
    }

    private void takeLeave(Endpoint at, Answer answer) {
        String session = answer.head().value("mcp-session-id");
        if (answer.status() != 200 || !session.matches("[\\x21-\\x7E]{1,1024}")) {
            return;
        }
        var headers = List.of(new Header("Mcp-Session-Id", session));
        try {
            ask(new Request("DELETE", at, headers, new byte[0]), _ -> "");
        } catch (IOException e) {
            // It was only a courtesy.
            return;
        }
    }

    private final class Tapped implements Exchange.Carrier {

        @Override
        public void crossed(Direction direction, byte[] head) {
            tap.crossed(direction, clock.instant(), head, head.length);
        }

        @Override
        public void odd(Fault fault, String detail, byte[] raw) {
            // The transport that is opened afterwards will meet and report the same.
        }

        @Override
        public Set<String> withheld() {
            return credentials.stream().map(Header::name).collect(Collectors.toSet());
        }
    }
}
