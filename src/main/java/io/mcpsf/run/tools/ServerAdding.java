package io.mcpsf.run.tools;

import io.mcpsf.run.request.Progress;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Adds a server to a folder: starts it once, guarded, and writes its tools down as functions. */
public final class ServerAdding {

    private ServerAdding() {}

    /** How many tools it has. Interrupting the thread ends the server, cleaned up. */
    public static int add(
            ServerFolder folder,
            AddedServer server,
            String runtime,
            Path sessions,
            Consumer<String> tell)
            throws InterruptedException {
        var hearers = new ToolSession.Hearers(tell, _ -> {}, Progress.none());
        try (var session =
                ToolSession.start(ToolRelay.request(server, runtime, sessions), hearers)) {
            List<JsonNode> tools = session.tools();
            folder.add(server, tools);
            return tools.size();
        }
    }
}
