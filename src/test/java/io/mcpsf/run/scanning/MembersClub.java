package io.mcpsf.run.scanning;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An application for members only. Its weaknesses are behind the login; one is at an address that
 * only its own API description names, and one operation forgets to ask for the login. It repeats
 * the token on its pages, as some do.
 */
final class MembersClub implements AutoCloseable {

    static final String TOKEN = "tok_4f1e8a70c2b95d36e8f7a1b2c3d4e5f6";

    private static final String DESCRIPTION =
            """
            {"openapi": "3.0.0", "info": {"title": "Club", "version": "1"},
             "paths": {
              "/v1/orders": {"get": {
                "security": [{"token": []}],
                "parameters": [{"name": "id", "in": "query", "schema": {"type": "string"}}],
                "responses": {"200": {"description": "Orders."}}}},
              "/v1/members": {"get": {
                "security": [{"token": []}],
                "responses": {"200": {"description": "Members."}}}}},
             "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}}}
            """;

    private final HttpServer server;
    private final Set<String> logins = ConcurrentHashMap.newKeySet();

    MembersClub() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Everything that was ever shown to it as a login. */
    Set<String> logins() {
        return logins;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String login = exchange.getRequestHeaders().getFirst("Authorization");
        if (login != null) {
            logins.add(login);
        }
        if (exchange.getRequestURI().getPath().equals("/v1/members")) {
            send(exchange, 200, "application/json", "[\"Ada\"]");
            return;
        }
        if (!("Bearer " + TOKEN).equals(login)) {
            send(exchange, 401, "text/html", "<p>members only</p>");
            return;
        }
        String query =
                String.valueOf(exchange.getRequestURI().getQuery()).replaceFirst("^.*?=", "");
        switch (exchange.getRequestURI().getPath()) {
            case "/" ->
                    send(exchange, 200, "text/html", "<a href='/account?q=a'>account</a>" + TOKEN);
            case "/account" ->
                    send(exchange, 200, "text/html", "<p>%s %s</p>".formatted(query, TOKEN));
            case "/openapi.json" -> send(exchange, 200, "application/json", DESCRIPTION);
            case "/v1/orders" -> send(exchange, 200, "text/html", "<p>%s</p>".formatted(query));
            default -> send(exchange, 404, "text/html", "<p>nothing</p>");
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
