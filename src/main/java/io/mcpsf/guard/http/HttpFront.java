package io.mcpsf.guard.http;

import io.helidon.common.socket.SocketOptions;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Reading;
import io.mcpsf.mcp.RelayedLine;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The HTTP server for remote clients: streamable HTTP at {@code /mcp}, with sessions or without,
 * and the older event stream at {@code /sse}.
 */
public final class HttpFront implements AutoCloseable {

    private static final int LARGEST = 16 << 20;
    private static final String SESSION = "Mcp-Session-Id";
    private static final String REVISION = "MCP-Protocol-Version";
    private static final String STATELESS = "io.modelcontextprotocol/protocolVersion";

    /** Tells more than anybody asks for. Held here, for an unheld logger forgets. */
    private static final Logger LIBRARY = Logger.getLogger("io.helidon");

    private final ClientAdmission admission;
    private final OpenSessions sessions;
    private final WebServer server;

    /** {@code opener} makes a session behind which a server is started. */
    public HttpFront(
            String host, int port, ClientAdmission admission, Supplier<ClientSession> opener) {
        this(host, port, admission, OpenSessions.MOST, opener);
    }

    /** The same for sessions that cost less than a sandbox each: so many at once. */
    public HttpFront(
            String host,
            int port,
            ClientAdmission admission,
            int most,
            Supplier<ClientSession> opener) {
        LIBRARY.setLevel(Level.WARNING);
        this.admission = admission;
        this.sessions = new OpenSessions(most, opener);
        this.server =
                WebServer.builder()
                        .host(host)
                        .port(port)
                        .shutdownHook(false)
                        .maxTcpConnections(256)
                        .maxPayloadSize(LARGEST)
                        .shutdownGracePeriod(Duration.ofMillis(200))
                        .idleConnectionTimeout(Duration.ofMinutes(2))
                        .connectionOptions(
                                SocketOptions.builder()
                                        .readTimeout(Duration.ofSeconds(30))
                                        .tcpNoDelay(true)
                                        .socketReuseAddress(true)
                                        .build())
                        .routing(HttpRouting.builder().any(this::handle))
                        .build();
    }

    public HttpFront start() {
        server.start();
        return this;
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        sessions.close();
        server.stop();
    }

    private void handle(ServerRequest request, ServerResponse response) throws IOException {
        Optional<Integer> refused =
                admission.refused(
                        header(request, "Host"),
                        header(request, "Origin"),
                        header(request, "Authorization"));
        if (refused.isPresent()) {
            if (refused.get() == 401) {
                response.header("WWW-Authenticate", "Bearer");
            }
            status(response, refused.get());
            return;
        }
        String method = request.prologue().method().text();
        try {
            switch (method + " " + request.path().path()) {
                case "POST /mcp" -> post(request, response);
                case "GET /mcp" -> stream(request, response);
                case "DELETE /mcp" -> leave(request, response);
                case "GET /sse" -> older(response);
                case "POST /messages" -> message(request, response);
                default -> status(response, 404);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void post(ServerRequest request, ServerResponse response)
            throws IOException, InterruptedException {
        byte[] body = body(request);
        RelayedLine line = RelayedLine.read(body);
        if (body.length > LARGEST
                || !header(request, "Content-Type").startsWith("application/json")) {
            status(response, body.length > LARGEST ? 413 : 415);
            return;
        }
        Optional<String> wrong = mismatch(request, line);
        String id = header(request, SESSION);
        if (line.messages().isEmpty() || wrong.isPresent()) {
            // The session writes down what nobody can read.
            Optional<ClientSession> session = sessions.find(id);
            if (session.isPresent() && wrong.isEmpty()) {
                session.get().say(body);
            }
            bad(response, wrong.orElse("no message that can be read"));
            return;
        }
        if (id.isEmpty() && !begins(line) && !stateless(line)) {
            bad(response, "no " + SESSION);
            return;
        }
        Optional<ClientSession> session = session(id, line);
        if (session.isEmpty()) {
            status(response, id.isEmpty() ? 503 : 404);
            return;
        }
        if (begins(line) && !sessions.shares(session.get())) {
            response.header(SESSION, session.get().id());
        }
        answer(request, response, session.get(), line, body);
    }

    private Optional<ClientSession> session(String id, RelayedLine line) {
        if (!id.isEmpty()) {
            return sessions.find(id);
        }
        return begins(line) ? sessions.open() : sessions.shared(line);
    }

    private void answer(
            ServerRequest request,
            ServerResponse response,
            ClientSession session,
            RelayedLine line,
            byte[] body)
            throws IOException, InterruptedException {
        if (!line.plain()
                || line.messages().stream().noneMatch(Reading.Request.class::isInstance)) {
            boolean taken = session.say(body);
            status(response, taken ? 202 : 404);
            return;
        }
        String accepted = header(request, "Accept");
        Outlet outlet = session.ask(line, body);
        if (!accepted.contains("text/event-stream")) {
            Responses.whole(response, outlet);
        } else if (!Responses.events(response, outlet, Optional.empty())
                && sessions.shares(session)) {
            // Without sessions, hanging up is how a client cancels.
            for (JsonNode number : session.abandon(outlet)) {
                session.say(cancelled(number));
            }
        } else {
            session.abandon(outlet);
        }
    }

    private void stream(ServerRequest request, ServerResponse response)
            throws IOException, InterruptedException {
        String id = header(request, SESSION);
        Optional<ClientSession> session = sessions.find(id);
        if (session.isEmpty()) {
            status(response, id.isEmpty() ? 405 : 404);
            return;
        }
        Responses.events(response, session.get().listen(), Optional.empty());
    }

    private void leave(ServerRequest request, ServerResponse response) {
        Optional<ClientSession> session = sessions.find(header(request, SESSION));
        session.ifPresent(ClientSession::leave);
        status(response, session.isPresent() ? 204 : 404);
    }

    /** The way of 2024: one stream for everything, which names the place for messages first. */
    private void older(ServerResponse response) throws IOException, InterruptedException {
        Optional<ClientSession> session = sessions.open();
        if (session.isEmpty()) {
            status(response, 503);
            return;
        }
        String place = "/messages?session=" + session.get().id();
        try {
            Responses.events(response, session.get().listenToAll(), Optional.of(place));
        } finally {
            session.get().leave();
        }
    }

    private void message(ServerRequest request, ServerResponse response)
            throws IOException, InterruptedException {
        Optional<ClientSession> session =
                sessions.find(request.query().first("session").orElse(""));
        byte[] body = body(request);
        if (session.isEmpty() || body.length > LARGEST) {
            status(response, session.isEmpty() ? 404 : 413);
            return;
        }
        status(response, session.get().say(body) ? 202 : 404);
    }

    private static boolean begins(RelayedLine line) {
        return line.messages().stream()
                .anyMatch(
                        message ->
                                message instanceof Reading.Request asked
                                        && asked.method().equals("initialize"));
    }

    private static boolean stateless(RelayedLine line) {
        return line.messages().stream().anyMatch(message -> !revision(message).isEmpty());
    }

    private static String revision(Reading message) {
        return switch (message) {
            case Reading.Request(_, _, JsonNode params) ->
                    Json.text(params.path("_meta"), STATELESS);
            case Reading.Notification(_, JsonNode params) ->
                    Json.text(params.path("_meta"), STATELESS);
            case Reading.Response _, Reading.Malformed _ -> "";
        };
    }

    /** Headers that say otherwise than the message: what is between us may have believed them. */
    private static Optional<String> mismatch(ServerRequest request, RelayedLine line) {
        for (Reading message : line.messages()) {
            String method = message instanceof Reading.Request asked ? asked.method() : "";
            String named = header(request, "Mcp-Method");
            if (!method.isEmpty() && !named.isEmpty() && !named.equals(method)) {
                return Optional.of("the header Mcp-Method does not match the message");
            }
            String revision = revision(message);
            if (!revision.isEmpty() && !header(request, REVISION).equals(revision)) {
                return Optional.of("the header " + REVISION + " does not match the message");
            }
        }
        return Optional.empty();
    }

    private static byte[] cancelled(JsonNode number) {
        ObjectNode frame =
                Json.object().put("jsonrpc", "2.0").put("method", "notifications/cancelled");
        frame.putObject("params").put("reason", "the client hung up").set("requestId", number);
        return Json.bytes(frame);
    }

    private static byte[] body(ServerRequest request) throws IOException {
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        try (InputStream in = request.content().inputStream()) {
            return in.readNBytes(LARGEST + 1);
        }
    }

    private static String header(ServerRequest request, String name) {
        return request.headers().first(HeaderNames.create(name)).orElse("");
    }

    private static void status(ServerResponse response, int status) {
        response.status(Status.create(status)).send();
    }

    private static void bad(ServerResponse response, String why) {
        ObjectNode frame = Json.object().put("jsonrpc", "2.0").putNull("id");
        frame.putObject("error").put("code", -32_600).put("message", "mcpsf: " + why);
        response.status(Status.BAD_REQUEST_400).header("Content-Type", "application/json");
        response.send(Json.bytes(frame));
    }
}
