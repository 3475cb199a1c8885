package io.mcpsf.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapperSupplier;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.node.ObjectNode;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** The official SDK for Java as a peer: what it serves, we understand, and it understands us. */
@Tag("peers")
@Timeout(120)
@SuppressWarnings("deprecation") // The plain builder is what most servers use.
final class OfficialSdkTest {

    private static final Duration LONG = Duration.ofSeconds(15);

    @Test
    void itsServerIsGreetedListedAndCalled() throws Exception {
        var toServer = new PipedOutputStream();
        var fromServer = new PipedOutputStream();
        try (var serverIn = new PipedInputStream(toServer, 1 << 16);
                var clientIn = new PipedInputStream(fromServer, 1 << 16)) {
            var mapper = new JacksonMcpJsonMapperSupplier().get();
            McpSyncServer server =
                    McpServer.sync(new StdioServerTransportProvider(mapper, serverIn, fromServer))
                            .serverInfo("sdk-peer", "2.1.0")
                            .toolCall(
                                    McpSchema.Tool.builder()
                                            .name("echo")
                                            .description("Says it back")
                                            .inputSchema(
                                                    Map.of(
                                                            "type",
                                                            "object",
                                                            "properties",
                                                            Map.of(
                                                                    "text",
                                                                    Map.of("type", "string"))))
                                            .build(),
                                    (_, request) ->
                                            McpSchema.CallToolResult.builder()
                                                    .addTextContent(
                                                            "said "
                                                                    + request.arguments()
                                                                            .get("text"))
                                                    .build())
                            .build();
            var wire =
                    new McpClient.Wire(clientIn, toServer, FrameTap.none(), InstantSource.system());
            try (var client =
                    McpClient.open(wire, FrameListener.none(), Identity.usual(), Budget.usual())) {
                var session = new McpSession(client, Identity.usual());

                var welcome = (Greeting.Welcome) session.greet(LONG);
                Listing tools = session.list("tools/list", "tools", LONG);
                Reply reply = session.ask("tools/call", call(), LONG);

                assertThat(welcome.protocol()).isEqualTo("2025-11-25");
                assertThat(welcome.server().name()).isEqualTo("sdk-peer");
                assertThat(tools.items()).hasSize(1);
                assertThat(Json.text(((Reply.Ok) reply).result())).contains("said hello");
                assertThat(client.tally().faults()).isEmpty();
            } finally {
                server.close();
            }
        }
    }

    private static ObjectNode call() {
        ObjectNode params = Json.object().put("name", "echo");
        params.putObject("arguments").put("text", "hello");
        return params;
    }
}
