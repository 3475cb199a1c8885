package io.mcpsf.mcp.http;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Direction;
import io.mcpsf.mcp.Fault;
import io.mcpsf.mcp.FrameTap;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import javax.net.ssl.SSLException;

/** Single short exchanges with a port of which nothing is known yet. */
final class PortProbe {

    private final Dialer dialer;
    private final List<Header> credentials;
    private final FrameTap tap;
    private final InstantSource clock;
    private final Duration patience;

    PortProbe(
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

    /** What came back: the first event behind its type, or the beginning of the message. */
    record Answer(int status, Head head, String text) {

        boolean rpc() {
            return text.contains("\"jsonrpc\"");
        }

        boolean greeted() {
            return status == 200 && rpc() && text.contains("\"protocolVersion\"");
        }

        /** An event stream that names its endpoint first, as the older way does. */
        boolean streams() {
            return status == 200 && text.startsWith("endpoint ");
        }

        /** An error in JSON-RPC is as good as a greeting: somebody there speaks it. */
        boolean complains() {
            return rpc() && text.contains("\"error\"") && !refused();
        }

        boolean refused() {
            return status == 401 || status == 403;
        }
    }

    /** Greets with a POST, as streamable HTTP wants it. */
    Optional<Answer> greet(Endpoint at, List<Header> more) throws IOException {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 1);
        ObjectNode params = message.put("method", "initialize").putObject("params");
        params.put("protocolVersion", "2025-06-18").putObject("capabilities");
        params.putObject("clientInfo").put("name", "claude-ai").put("version", "0.1.0");
        var headers = new ArrayList<>(more);
        headers.add(new Header("Content-Type", "application/json"));
        headers.add(new Header("Accept", "application/json, text/event-stream"));
        Optional<Answer> answer =
                ask(new Request("POST", at, headers, Json.bytes(message)), PortProbe::beginning);
        answer.ifPresent(got -> takeLeave(at, got));
        return answer;
    }

    /** Asks for the event stream of the older way. */
    Optional<Answer> stream(Endpoint at, List<Header> more) throws IOException {
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
        try (var connections = new ConnectionPool(dialer, request.to());
                var exchange = new RequestExchange(connections, new Tapped());
                var _ = Alarm.in(patience, connections::close)) {
            Optional<RequestExchange.Response> response = exchange.send(whole);
            if (response.isEmpty()) {
                return Optional.empty();
            }
            Head head = response.get().head();
            boolean speaks =
                    head.type().equals("text/event-stream") || head.type().endsWith("json");
            String text = speaks ? read(reader, response.get()) : "";
            return Optional.of(new Answer(head.status(), head, text));
        } catch (ConnectException | SSLException | UnknownHostException e) {
            throw e;
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String read(Reader reader, RequestExchange.Response response) {
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
            return Json.read(text).isObject();
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

    private final class Tapped implements RequestExchange.Carrier {

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
