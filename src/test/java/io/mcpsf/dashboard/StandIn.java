package io.mcpsf.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.mcpsf.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A service that answers as the API document says, out of canned words, so that views are tested in
 * every state without waiting for a sandbox. Serves the real files under the real policy.
 */
final class StandIn implements AutoCloseable {

    /** As the API document promises it for static files. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self';"
                    + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "svg", "image/svg+xml");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Canned canned;
    private final List<String> changes = new CopyOnWriteArrayList<>();
    private volatile boolean locked;
    private final AtomicInteger slow = new AtomicInteger();

    StandIn(Canned canned) throws IOException {
        this.canned = canned;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** From now on a key is needed: {@code mcpsf_test}. */
    void lock() {
        locked = true;
    }

    /** The next answer of the API takes its time. */
    void slowOnce() {
        slow.set(1);
    }

    /** What was asked to be changed: method, path and body. */
    List<String> changes() {
        return List.copyOf(changes);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (path.startsWith("/api/v1/")) {
                api(exchange, path.substring("/api/v1".length()));
            } else {
                file(exchange, path);
            }
        }
    }

    private void file(HttpExchange exchange, String path) throws IOException {
        String name = path.startsWith("/assets/") ? path.substring(8) : "index.html";
        if (!name.matches("[A-Za-z0-9._-]+")) {
            send(exchange, 404, "text/plain", new byte[0]);
            return;
        }
        try (InputStream in = StandIn.class.getResourceAsStream("/dashboard/" + name)) {
            String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
            if (in == null || type == null) {
                send(exchange, 404, "text/plain", new byte[0]);
                return;
            }
            exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
            send(exchange, 200, type, in.readAllBytes());
        }
    }

    private void api(HttpExchange exchange, String path) throws IOException {
        if (slow.getAndSet(0) == 1) {
            LockSupport.parkNanos(Duration.ofMillis(600).toNanos());
        }
        String method = exchange.getRequestMethod();
        byte[] body = exchange.getRequestBody().readNBytes(10_000_000);
        String cookie = exchange.getRequestHeaders().getFirst("Cookie");
        if (path.equals("/session") && method.equals("POST")) {
            session(exchange, Json.read(body));
            return;
        }
        if (locked && (cookie == null || !cookie.contains("mcpsf_session=yes"))) {
            problem(exchange, 401, "A key is needed", "Send a key that is valid.");
            return;
        }
        if (!method.equals("GET")) {
            if (!"1".equals(exchange.getRequestHeaders().getFirst("X-Mcpsf"))) {
                problem(exchange, 403, "Not from a page of ours", "X-Mcpsf is missing.");
                return;
            }
            changes.add(method + " " + path + " " + Canned.excerpt(body));
        }
        if (path.endsWith("/events")) {
            stream(exchange, path.split("/")[2]);
            return;
        }
        Canned.Answer answer =
                canned.answer(method, path, exchange.getRequestURI().getRawQuery(), body, locked);
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        send(
                exchange,
                answer.status(),
                answer.type(),
                answer.body().getBytes(StandardCharsets.UTF_8));
    }

    private void session(HttpExchange exchange, JsonNode asked) throws IOException {
        if (!asked.path("key").asString("").equals("mcpsf_test")) {
            problem(exchange, 401, "No such key", "Send a key that is valid.");
            return;
        }
        locked = true;
        exchange.getResponseHeaders()
                .set("Set-Cookie", "mcpsf_session=yes; HttpOnly; SameSite=Strict; Path=/");
        send(exchange, 200, "application/json", Json.bytes(canned.me(true)));
    }

    private void stream(HttpExchange exchange, String job) throws IOException {
        String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        int after = last == null ? 0 : Integer.parseInt(last);
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            canned.events(
                    job,
                    event -> {
                        int n = event.path("n").asInt();
                        if (n <= after) {
                            return;
                        }
                        if (job.equals(Canned.BROKEN) && after == 0 && n > 10) {
                            throw new IOException("broken on purpose");
                        }
                        String text =
                                "id: %d\nevent: %s\ndata: %s\n\n"
                                        .formatted(
                                                n, event.path("kind").asString(), Json.text(event));
                        out.write(text.getBytes(StandardCharsets.UTF_8));
                        out.flush();
                    });
        } catch (IOException e) {
            // The page went away.
        }
    }

    private static void problem(HttpExchange exchange, int status, String title, String detail)
            throws IOException {
        send(
                exchange,
                status,
                "application/problem+json",
                Json.bytes(
                        Json.object()
                                .put("type", "about:blank")
                                .put("title", title)
                                .put("status", status)
                                .put("code", "test")
                                .put("detail", detail)));
    }

    private static void send(HttpExchange exchange, int status, @Nullable String type, byte[] body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type == null ? "text/plain" : type);
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
