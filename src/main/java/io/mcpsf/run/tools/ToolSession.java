package io.mcpsf.run.tools;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameListener;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.Reply;
import io.mcpsf.os.Last;
import io.mcpsf.run.guarded.GuardedRun;
import io.mcpsf.run.request.ClientStreams;
import io.mcpsf.run.request.GuardAlert;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.request.Version;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * One guarded server and its only client, us. The client offers nothing: no roots, no model, no
 * questions to a person.
 */
final class ToolSession implements AutoCloseable {

    private static final String REVISION = "2025-06-18";
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LIST = Duration.ofSeconds(30);

    /** What a server may take to end by itself, and what clearing up after it takes. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private static final int MOST_PAGES = 50;
    private static final int MOST_TOOLS = 500;

    private final Pipe up;
    private final Pipe down;
    private final McpClient client;
    private final Thread thread;
    private volatile String failed = "";

    /** Who hears what the guard has to say while it runs. */
    record Hearers(Consumer<String> tell, Consumer<GuardAlert> alert, Progress progress) {}

    private ToolSession(GuardRequest request, Hearers hearers) throws IOException {
        up = Pipe.open();
        down = Pipe.open();
        var streams =
                new ClientStreams(
                        Channels.newInputStream(up.source()),
                        Channels.newOutputStream(down.sink()),
                        hearers.tell(),
                        hearers.alert());
        thread =
                Thread.ofPlatform()
                        .name("server for code")
                        .start(() -> serve(request, streams, hearers.progress()));
        client =
                McpClient.open(
                        new McpClient.Wire(
                                Channels.newInputStream(down.source()),
                                Channels.newOutputStream(up.sink()),
                                FrameTap.none(),
                                InstantSource.system()),
                        FrameListener.none(),
                        new Identity("mcpsf", Version.ours(), List.of()),
                        Budget.usual());
    }

    /** Starts it and greets it; throws when it does not answer. */
    static ToolSession start(GuardRequest request, Hearers hearers) throws InterruptedException {
        ToolSession session;
        try {
            session = new ToolSession(request, hearers);
        } catch (IOException e) {
            throw new UncheckedIOException("no pipes to a server", e);
        }
        boolean greeted = false;
        try {
            session.greet();
            greeted = true;
            return session;
        } finally {
            if (!greeted) {
                session.close();
            }
        }
    }

    List<JsonNode> tools() throws InterruptedException {
        var tools = new ArrayList<JsonNode>();
        var cursors = new HashSet<String>();
        ObjectNode params = Json.object();
        for (int page = 0; page < MOST_PAGES; page++) {
            JsonNode result = must("tools/list", client.ask("tools/list", params, LIST));
            for (JsonNode tool : result.path("tools")) {
                if (tools.size() < MOST_TOOLS) {
                    tools.add(tool);
                }
            }
            String cursor = Json.text(result, "nextCursor");
            if (cursor.isEmpty() || !cursors.add(cursor)) {
                break;
            }
            params = Json.object().put("cursor", cursor);
        }
        return tools;
    }

    Reply call(String tool, JsonNode arguments, Duration atMost) throws InterruptedException {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        return client.ask("tools/call", params, atMost);
    }

    /** Takes leave, and waits for the end of the sandbox. */
    @Override
    public void close() {
        client.close();
        try {
            up.sink().close();
            if (!thread.join(GRACE)) {
                thread.interrupt();
            }
        } catch (IOException e) {
            thread.interrupt();
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
        Last.of(thread);
        for (var end : List.of(up.source(), down.source(), down.sink())) {
            try {
                end.close();
            } catch (IOException e) {
                failed = "a pipe does not close";
            }
        }
    }

    private void greet() throws InterruptedException {
        ObjectNode params = Json.object().put("protocolVersion", REVISION);
        params.putObject("capabilities");
        params.putObject("clientInfo").put("name", "mcpsf").put("version", Version.ours());
        must("initialize", client.ask("initialize", params, START));
        client.tell("notifications/initialized", Json.object());
    }

    private JsonNode must(String method, Reply reply) {
        if (reply instanceof Reply.Ok(JsonNode result, long _)) {
            return result;
        }
        String why = failed.isEmpty() ? reply.why() : failed;
        throw new RefusedStartException(
                "the server does not answer " + method, why, "mcpsf run it by hand to see more");
    }

    private void serve(GuardRequest request, ClientStreams streams, Progress progress) {
        try {
            new GuardedRun(request, progress).serve(streams);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (UsageException e) {
            failed = e.getMessage() + ": " + e.why();
        } catch (RefusedStartException e) {
            failed = e.getMessage() + ": " + e.why();
        } catch (RuntimeException e) {
            failed = String.valueOf(e.getMessage());
        } finally {
            try {
                streams.out().close();
            } catch (IOException e) {
                failed = "a pipe does not close";
            }
        }
    }
}
