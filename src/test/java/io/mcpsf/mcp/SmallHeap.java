package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.List;

/** A program for {@link SmallHeapTest}: the modes that send most, in a heap that holds little. */
public final class SmallHeap {

    static final List<String> MODES =
            List.of(
                    "long-line",
                    "large-result",
                    "many-values",
                    "endless-line",
                    "notification-flood",
                    "request-flood",
                    "stops-reading");

    private SmallHeap() {}

    @SuppressWarnings("SystemOut") // a program of its own that reports to the test
    public static void main(String[] modes) throws InterruptedException {
        for (String mode : modes) {
            try (var server = ServerProcess.python("hostile.py", mode);
                    var client =
                            McpClient.open(
                                    server.wire(FrameTap.none()),
                                    FrameListener.none(),
                                    Identity.usual(),
                                    Budget.usual())) {
                var session = new McpSession(client, Identity.usual());
                session.greet(Duration.ofSeconds(20));
                ObjectNode params = Json.object().put("name", "echo");
                params.putObject("arguments");
                Reply reply = session.ask("tools/call", params, Duration.ofSeconds(5));
                System.out.println(
                        mode
                                + " "
                                + reply.getClass().getSimpleName()
                                + " "
                                + client.tally().received().bytes());
            }
        }
    }
}
