package io.mcpsf.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Frame;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Greeting;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reading;
import io.mcpsf.mcp.Reply;
import io.mcpsf.report.Borrowed;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The official "everything" server over both ways of HTTP, found by its port alone. */
@Tag("peers")
final class RealHttpPeersTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource(HttpTransport.Kind.class)
    void theEverythingServerIsFoundAndAnswers(HttpTransport.Kind kind) throws Exception {
        int port = freePort();
        Path everything =
                Borrowed.npm(
                        "@modelcontextprotocol/server-everything", "2026.8.31", "dist/index.js");
        var server =
                new ProcessBuilder(
                        "node",
                        everything.toString(),
                        kind == HttpTransport.Kind.SSE ? "sse" : "streamableHttp");
        server.environment().put("PORT", Integer.toString(port));
        Process process =
                server.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            talk(kind, port);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void talk(HttpTransport.Kind kind, int port) throws InterruptedException {
        PortProtocol found = await(port);
        Endpoint at =
                switch (found) {
                    case PortProtocol.Streamable(Endpoint there, _) -> there;
                    case PortProtocol.Sse(Endpoint there, _) -> there;
                    case PortProtocol.NotMcp(String why) -> throw new AssertionError(why);
                };
        assertThat(found instanceof PortProtocol.Sse).isEqualTo(kind == HttpTransport.Kind.SSE);
        var transport =
                new HttpTransport(
                        kind,
                        at,
                        DirectDialer.usual(),
                        List.of(),
                        FrameTap.none(),
                        InstantSource.system());
        var frames = new CopyOnWriteArrayList<Frame>();
        try (var client =
                McpClient.open(transport, frames::add, Identity.usual(), Budget.usual())) {
            var session = new McpSession(client, Identity.usual());
            assertThat(session.greet(LONG)).isInstanceOf(Greeting.Welcome.class);
            assertThat(session.list("tools/list", "tools", LONG).items()).hasSizeGreaterThan(5);

            Reply echo = session.ask("tools/call", call("echo", "message"), LONG);
            session.ask("tools/call", call("trigger-sampling-request", "prompt"), LONG);

            assertThat(Json.text(((Reply.Ok) echo).result())).contains("hello");
            assertThat(frames)
                    .anyMatch(
                            frame ->
                                    frame.reading() instanceof Reading.Request(_, String method, _)
                                            && method.equals("sampling/createMessage"));
            assertThat(client.tally().faults()).isEmpty();
        }
    }

    private static PortProtocol await(int port) throws InterruptedException {
        var probe =
                new Probe(
                        DirectDialer.usual(),
                        List.of(),
                        FrameTap.none(),
                        InstantSource.system(),
                        Duration.ofSeconds(5));
        long deadline = System.nanoTime() + LONG.toNanos();
        PortProtocol found = probe.find(new Endpoint(false, "127.0.0.1", port, "/"));
        while (found instanceof PortProtocol.NotMcp && System.nanoTime() < deadline) {
            Thread.sleep(50);
            found = probe.find(new Endpoint(false, "127.0.0.1", port, "/"));
        }
        return found;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static ObjectNode call(String tool, String argument) {
        ObjectNode params = Json.object().put("name", tool);
        params.putObject("arguments").put(argument, "hello");
        return params;
    }
}
