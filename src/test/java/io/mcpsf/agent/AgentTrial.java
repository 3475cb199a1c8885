package io.mcpsf.agent;

import io.mcpsf.json.Json;
import io.mcpsf.os.Last;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A client of a test at our own server, line by line. */
final class AgentTrial implements AutoCloseable {

    private final OutputStream say;
    private final BufferedReader heard;
    private final Thread thread;
    private final List<JsonNode> aside = new ArrayList<>();
    private UnaryOperator<JsonNode> user = question -> Json.object().put("action", "decline");

    AgentTrial(House house) throws IOException {
        // Of the kernel's: Java's own pipes break when the thread that wrote last has ended.
        Pipe toServer = Pipe.open();
        Pipe toUs = Pipe.open();
        InputStream in = Channels.newInputStream(toServer.source());
        OutputStream out = Channels.newOutputStream(toUs.sink());
        say = Channels.newOutputStream(toServer.sink());
        heard =
                new BufferedReader(
                        new InputStreamReader(
                                Channels.newInputStream(toUs.source()), StandardCharsets.UTF_8));
        var server = new McpServer(house, "1.2.3", ClientChannel.lines(in, out));
        thread =
                Thread.ofPlatform()
                        .name("mcp server")
                        .start(
                                () -> {
                                    try {
                                        server.serve();
                                        out.close();
                                    } catch (IOException e) {
                                        throw new UncheckedIOException(e);
                                    }
                                });
    }

    /** How the person behind the client answers what it is asked. */
    AgentTrial answering(UnaryOperator<JsonNode> answer) {
        user = answer;
        return this;
    }

    JsonNode greet(String capabilities) throws IOException {
        JsonNode welcome =
                ask(
                        1,
                        "initialize",
                        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":%s,\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"
                                .formatted(capabilities));
        line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return welcome;
    }

    JsonNode call(int id, String tool, String arguments) throws IOException {
        return ask(
                        id,
                        "tools/call",
                        "{\"name\":\"%s\",\"arguments\":%s,\"_meta\":{\"progressToken\":\"p%d\"}}"
                                .formatted(tool, arguments, id))
                .path("result");
    }

    JsonNode ask(int id, String method, String params) throws IOException {
        send(id, method, params);
        while (true) {
            JsonNode next = next();
            if (next.path("method").asString("").equals("elicitation/create")) {
                var answer = Json.object().put("jsonrpc", "2.0");
                answer.set("id", next.path("id"));
                answer.set("result", user.apply(next.path("params")));
                line(Json.text(answer));
            } else if (next.path("id").asInt(-1) == id) {
                return next;
            }
            aside.add(next);
        }
    }

    void send(int id, String method, String params) throws IOException {
        line(
                "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
                        .formatted(id, method, params));
    }

    void line(String text) throws IOException {
        say.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        say.flush();
    }

    JsonNode next() throws IOException {
        String line = heard.readLine();
        if (line == null) {
            throw new IOException("the server hung up");
        }
        return Json.read(line);
    }

    /** What came that was no answer. */
    List<JsonNode> aside() {
        return aside;
    }

    @Override
    public void close() throws IOException {
        say.close();
        Last.of(thread);
    }
}
