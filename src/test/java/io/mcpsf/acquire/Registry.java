package io.mcpsf.acquire;

import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A web server on this machine that says what it is told to, and remembers what it was asked. */
final class Registry implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    final List<String> asked = new CopyOnWriteArrayList<>();

    /** Paths with the credential that came with them. */
    final List<String> credentials = new CopyOnWriteArrayList<>();

    @SuppressWarnings("ArrayRecordComponent") // sent as it is, never compared
    record Answer(int status, String header, String value, byte[] body) {}

    Registry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        String path = exchange.getRequestURI().getRawPath();
                        asked.add(path);
                        String credential = exchange.getRequestHeaders().getFirst("Authorization");
                        if (credential != null) {
                            credentials.add(path + " " + credential);
                        }
                        Answer answer =
                                answers.getOrDefault(
                                        path, new Answer(404, "X-A", "b", new byte[0]));
                        exchange.getResponseHeaders().add(answer.header(), answer.value());
                        long length = answer.body().length == 0 ? -1 : 0; // Chunked: no size said.
                        exchange.sendResponseHeaders(answer.status(), length);
                        exchange.getResponseBody().write(answer.body());
                    }
                });
        server.start();
    }

    URI at(String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path));
    }

    Registry says(String path, String body) {
        return says(path, body.getBytes(StandardCharsets.UTF_8));
    }

    Registry says(String path, byte[] body) {
        answers.put(path, new Answer(200, "Content-Type", "text/plain", body));
        return this;
    }

    Registry fails(String path, int status) {
        answers.put(path, new Answer(status, "X-A", "b", new byte[0]));
        return this;
    }

    Registry moves(String path, String to) {
        answers.put(path, new Answer(302, "Location", to, new byte[0]));
        return this;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
