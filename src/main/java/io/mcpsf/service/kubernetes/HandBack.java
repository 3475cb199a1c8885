package io.mcpsf.service.kubernetes;

import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.service.storage.Digests;
import io.mcpsf.service.storage.Ids;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one address that a pod may reach. It shows the token of its Job, which anybody who may read
 * Jobs can read; so the token is good once, for the request and a pass that nobody else sees. With
 * the pass it brings events, evidence and its case.
 */
public final class HandBack implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(HandBack.class.getName());
    private static final Pattern BEARER = Pattern.compile("Bearer ([0-9a-z]{10,100})");
    private static final int DIGITS = 40;

    private final Ids ids;
    private final DispatcherCertificate certificate;
    private final String host;
    private final WebServer server;

    /** By the digest of what opens them: a copy of our memory opens nothing. */
    private final Map<String, HandBackSession> tokens = new ConcurrentHashMap<>();

    private final Map<String, HandBackSession> passes = new ConcurrentHashMap<>();

    /** Listens on all addresses; {@code host} is the one by which pods reach it. */
    public HandBack(String host, int port, Ids ids) {
        this.ids = ids;
        this.host = host;
        this.certificate = DispatcherCertificate.of(host);
        this.server =
                WebServer.builder()
                        .host("0.0.0.0")
                        .port(port)
                        .shutdownHook(false)
                        .maxPayloadSize(HandBackSession.LARGEST_FILE)
                        .idleConnectionTimeout(Duration.ofSeconds(60))
                        .shutdownGracePeriod(Duration.ofMillis(500))
                        .connectionOptions(
                                SocketOptions.builder()
                                        .readTimeout(Duration.ofSeconds(30))
                                        .tcpNoDelay(true)
                                        .socketReuseAddress(true)
                                        .build())
                        .tls(Tls.builder().sslContext(certificate.context()).build())
                        .routing(HttpRouting.builder().any(this::handle))
                        .build();
    }

    public HandBack start() {
        server.start();
        if (!server.isRunning()) {
            throw new UncheckedIOException(
                    new IOException("the port for pods could not be opened"));
        }
        return this;
    }

    public int port() {
        return server.port();
    }

    /** A session that is open until it is closed, and how a pod reaches it. */
    record Opened(HandBackSession session, PodOrder.Call call, Runnable closing)
            implements AutoCloseable {
        @Override
        public void close() {
            closing.run();
        }
    }

    Opened open(HandBackSession session) {
        String token = ids.chance(DIGITS);
        String key = Digests.sha256(token);
        tokens.put(key, session);
        return new Opened(
                session,
                new PodOrder.Call(
                        "https://%s:%d"
                                .formatted(host.contains(":") ? "[" + host + "]" : host, port()),
                        certificate.base64(),
                        token),
                () -> {
                    tokens.remove(key);
                    passes.values().removeIf(one -> one == session);
                });
    }

    private void handle(ServerRequest request, ServerResponse response) {
        int status;
        ObjectNode answer = Json.object();
        try {
            String route = request.prologue().method().text() + " " + request.path().rawPath();
            if (route.equals("GET /v1/upload")) {
                upload(request, response);
                return;
            }
            answer = answered(route, request);
            status = 200;
        } catch (RefusedHandBackException e) {
            answer.put("why", e.getMessage());
            status = e.status();
        } catch (BadJsonException e) {
            answer.put("why", e.getMessage());
            status = 400;
        } catch (IOException | UncheckedIOException e) {
            LOG.log(Level.WARNING, "a pod's hand-back broke off: {0}", e.getMessage());
            status = 400;
        }
        response.status(Status.create(status)).send(Json.bytes(answer));
    }

    private ObjectNode answered(String route, ServerRequest request) throws IOException {
        return switch (route) {
            case "POST /v1/redeem" -> redeem(request);
            case "POST /v1/events" -> {
                HandBackSession session = session(request);
                words(request).lines().forEach(line -> session.tell(Json.read(line)));
                yield Json.object();
            }
            case "POST /v1/evidence" -> {
                String at = request.query().first("at").orElse("");
                try (InputStream in = request.content().inputStream()) {
                    session(request)
                            .evidence(at.matches("[0-9]{1,15}") ? Long.parseLong(at) : -1, in);
                }
                yield Json.object();
            }
            case "POST /v1/file" -> {
                String name = request.query().first("name").orElse("");
                try (InputStream in = request.content().inputStream()) {
                    session(request).file(name, in);
                }
                yield Json.object();
            }
            case "POST /v1/end" -> {
                HandBackSession session = session(request);
                JsonNode said = Json.read(words(request));
                session.end(said);
                yield Json.object();
            }
            default -> throw new RefusedHandBackException("there is nothing here");
        };
    }

    private ObjectNode redeem(ServerRequest request) {
        HandBackSession session =
                Optional.ofNullable(tokens.remove(Digests.sha256(bearer(request))))
                        .orElseThrow(RefusedHandBackException::stranger);
        String pass = ids.chance(DIGITS);
        passes.put(Digests.sha256(pass), session);
        return session.order().put("pass", pass);
    }

    private void upload(ServerRequest request, ServerResponse response) throws IOException {
        Path archive =
                session(request)
                        .upload()
                        .orElseThrow(() -> new RefusedHandBackException("there is no upload"));
        try {
            response.send(Files.readAllBytes(archive));
        } finally {
            Files.deleteIfExists(archive);
        }
    }

    private HandBackSession session(ServerRequest request) {
        return Optional.ofNullable(passes.get(Digests.sha256(bearer(request))))
                .orElseThrow(RefusedHandBackException::stranger);
    }

    private static String bearer(ServerRequest request) {
        Matcher bearer =
                BEARER.matcher(request.headers().first(HeaderNames.AUTHORIZATION).orElse(""));
        return bearer.matches() ? bearer.group(1) : "";
    }

    private static String words(ServerRequest request) throws IOException {
        try (InputStream in = request.content().inputStream()) {
            byte[] bytes = in.readNBytes(HandBackSession.LARGEST_WORDS + 1);
            if (bytes.length > HandBackSession.LARGEST_WORDS) {
                throw new RefusedHandBackException("too much at once");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        server.stop();
    }
}
