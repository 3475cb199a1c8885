package io.mcpsf.acquire;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.mcpsf.os.Command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Git's own HTTP server, behind a few lines that start it for each request. */
final class GitServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Path repositories;
    final List<String> asked = new CopyOnWriteArrayList<>();

    GitServer(Path repositories) throws IOException {
        this.repositories = repositories;
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    URI repository(String name) {
        return URI.create("http://localhost:%d/%s".formatted(server.getAddress().getPort(), name));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            asked.add(exchange.getRequestURI().toString());
            Map<String, String> env = new LinkedHashMap<>();
            env.put("PATH", Command.PATH);
            env.put("GIT_PROJECT_ROOT", repositories.toString());
            env.put("GIT_HTTP_EXPORT_ALL", "1");
            env.put("GIT_CONFIG_COUNT", "2");
            env.put("GIT_CONFIG_KEY_0", "safe.directory");
            env.put("GIT_CONFIG_VALUE_0", "*");
            env.put("GIT_CONFIG_KEY_1", "uploadpack.allowFilter");
            env.put("GIT_CONFIG_VALUE_1", "true");
            env.put("REQUEST_METHOD", exchange.getRequestMethod());
            env.put("PATH_INFO", exchange.getRequestURI().getPath());
            env.put("QUERY_STRING", or(exchange.getRequestURI().getRawQuery()));
            env.put("CONTENT_TYPE", or(exchange.getRequestHeaders().getFirst("Content-Type")));
            env.put(
                    "HTTP_CONTENT_ENCODING",
                    or(exchange.getRequestHeaders().getFirst("Content-Encoding")));
            env.put("GIT_PROTOCOL", or(exchange.getRequestHeaders().getFirst("Git-Protocol")));
            byte[] body = exchange.getRequestBody().readAllBytes();
            env.put("CONTENT_LENGTH", String.valueOf(body.length));
            try (var child = Command.of("git", "http-backend").withOnly(env).start()) {
                child.stdin().write(body);
                child.stdin().close();
                pass(child.stdout(), exchange);
            }
        }
    }

    private static void pass(InputStream from, HttpExchange to) throws IOException {
        int status = 200;
        for (String line = line(from); !line.isEmpty(); line = line(from)) {
            int colon = line.indexOf(':');
            String name = line.substring(0, colon);
            String value = line.substring(colon + 1).strip();
            if (name.equals("Status")) {
                status = Integer.parseInt(value.substring(0, 3));
            } else {
                to.getResponseHeaders().add(name, value);
            }
        }
        to.sendResponseHeaders(status, 0);
        from.transferTo(to.getResponseBody());
    }

    private static String line(InputStream from) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = from.read(); b >= 0 && b != '\n'; b = from.read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8).strip();
    }

    private static String or(String maybe) {
        return maybe == null ? "" : maybe;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
