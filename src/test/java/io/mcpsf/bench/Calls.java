package io.mcpsf.bench;

import static io.mcpsf.sandbox.oci.OciRuntimes.Preference.AUTO;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.run.Rehearsal;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The round trip of one tool call, in a server that answers at once and in one that reads. */
final class Calls {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Calls() {}

    /** Arguments: calls, then triples of a folder, its script and a tool with {@code {…}}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int calls = Integer.parseInt(args[0]);
        for (int i = 1; i < args.length; i += 4) {
            contest(
                    calls,
                    Path.of(args[i]).toAbsolutePath(),
                    args[i + 1],
                    args[i + 2],
                    args[i + 3]);
        }
    }

    private static void contest(
            int calls, Path folder, String script, String tool, String arguments)
            throws IOException, InterruptedException {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", Json.read(arguments));
        try (var rehearsal = Rehearsal.of(folder, List.of("node", "FOLDER/" + script));
                var executor = Peer.chamber(AUTO);
                Peer bare = Peer.bare(rehearsal);
                Peer traced = Peer.bare(rehearsal, "strace", "-f", "-o", "/dev/null");
                Peer sealed = Peer.sealed(rehearsal, executor, true)) {
            McpSession toBare = bare.talk();
            McpSession toTraced = traced.talk();
            McpSession toSealed = sealed.talk();
            var _ =
                    new Contest("tool call %s of %s".formatted(tool, folder.getFileName()))
                            .with("native", () -> call(toBare, params))
                            .with("crun, all sensors", () -> call(toSealed, params))
                            .with("native, strace -f", () -> call(toTraced, params))
                            .run(100, calls);
        }
    }

    static long call(McpSession session, ObjectNode params) throws InterruptedException {
        long begin = System.nanoTime();
        Reply reply = session.ask("tools/call", params, PATIENCE);
        long nanos = System.nanoTime() - begin;
        if (!(reply instanceof Reply.Ok(var result, long _))
                || result.path("isError").asBoolean(false)) {
            throw new IllegalStateException("the tool failed: " + reply);
        }
        return nanos;
    }
}
