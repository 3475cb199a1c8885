package io.mcpsf.agent;

import io.mcpsf.json.Json;
import io.mcpsf.os.Last;
import io.mcpsf.run.remote.RemoteSessions;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client of a test at our own server over streamable HTTP. */
final class RemoteTrial implements AutoCloseable {

    private static final String KEY = "0123456789abcdef0123456789abcdef";

    private final HttpClient http = HttpClient.newHttpClient();
    private final Thread serving;
    private final URI place;
    private Optional<String> session = Optional.empty();

    RemoteTrial(House house) throws Exception {
        var port = new CompletableFuture<Integer>();
        var sessions =
                new RemoteSessions(
                        new RemoteSessions.Place("127.0.0.1", 0, KEY),
                        client -> new McpServer(house, "1.2.3", channel(client)).serve(),
                        _ -> {});
        serving =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        sessions.serve(port::complete);
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                });
        place = URI.create("http://127.0.0.1:%d/mcp".formatted(port.get(30, TimeUnit.SECONDS)));
    }

    void greet(String hello) throws Exception {
        HttpResponse<InputStream> answer = post(hello);
        session = answer.headers().firstValue("Mcp-Session-Id");
        answer.body().close();
    }

    /** Calls a tool, and answers yes or no when the person is asked meanwhile. */
    JsonNode call(int id, String tool, String arguments, boolean yes) throws Exception {
        HttpResponse<InputStream> answer =
                post(
                        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}"
                                .formatted(id, tool, arguments));
        try (var lines =
                new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("data:") || line.length() < 8) {
                    continue;
                }
                JsonNode message = Json.read(line.substring("data:".length()));
                if (message.path("method").asString("").equals("elicitation/create")) {
                    var said = Json.object().put("jsonrpc", "2.0");
                    said.set("id", message.path("id"));
                    var result = said.putObject("result");
                    result.put("action", yes ? "accept" : "decline");
                    result.putObject("content").put("allow", yes);
                    post(Json.text(said)).body().close();
                } else if (message.path("id").asInt(-1) == id) {
                    return message.path("result");
                }
            }
        }
        throw new IOException("no answer");
    }

    HttpResponse<InputStream> post(String message, String... headers) throws Exception {
        var request =
                HttpRequest.newBuilder(place)
                        .timeout(Duration.ofSeconds(30))
                        .setHeader("Authorization", "Bearer " + KEY)
                        .setHeader("Content-Type", "application/json")
                        .setHeader("Accept", "application/json, text/event-stream")
                        .POST(HttpRequest.BodyPublishers.ofString(message));
        session.ifPresent(id -> request.setHeader("Mcp-Session-Id", id));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    private static ClientChannel channel(RemoteSessions.Channel client) {
        return new ClientChannel() {
            @Override
            public Optional<byte[]> next() throws IOException {
                return client.next();
            }

            @Override
            public void send(byte[] message) {
                client.send(message);
            }
        };
    }

    @Override
    public void close() {
        serving.interrupt();
        Last.of(serving);
        http.close();
    }
}
