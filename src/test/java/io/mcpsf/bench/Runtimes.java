package io.mcpsf.bench;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.os.Cleanup;
import io.mcpsf.run.Rehearsal;
import io.mcpsf.sandbox.oci.Installed;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each runtime costs, all sensors on, in one run against native: to start a program, to start
 * a server until it lists its tools, and to call a tool.
 */
final class Runtimes {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Runtimes that are started the same way; another kind of executor joins here. */
    private static final List<OciRuntimes.Preference> ALL =
            List.of(
                    OciRuntimes.Preference.CRUN,
                    OciRuntimes.Preference.RUNC,
                    OciRuntimes.Preference.RUNSC);

    private Runtimes() {}

    /** Arguments: rounds, calls, a folder, its script for node, a tool and its arguments. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[2]).toAbsolutePath();
        int rounds = Integer.parseInt(args[0]);
        try (var undo = new Cleanup()) {
            Map<String, OciExecutor> executors = new LinkedHashMap<>();
            for (OciRuntimes.Preference each : ALL) {
                Installed.here(each);
                OciExecutor executor = Peer.chamber(each);
                undo.add(executor::close);
                executors.put(executor.capabilities().runtime(), executor);
            }
            launch(rounds, folder, executors);
            start(rounds, folder, args[3], executors);
            ObjectNode params = Json.object().put("name", args[4]);
            params.set("arguments", Json.read(args[5]));
            calls(Integer.parseInt(args[1]), folder, args[3], params, executors);
        }
    }

    private static void launch(int rounds, Path folder, Map<String, OciExecutor> executors)
            throws IOException, InterruptedException {
        try (var undo = new Cleanup()) {
            List<String> argv = List.of("/bin/echo", "ready");
            Rehearsal bare = rehearsal(undo, folder, argv);
            var contest =
                    new Contest("launch: /bin/echo to its first byte")
                            .with("native", () -> Peer.untilFirstByte(() -> Peer.bare(bare)));
            for (var each : executors.entrySet()) {
                Rehearsal own = rehearsal(undo, folder, argv, each.getValue());
                contest.with(
                        each.getKey(),
                        () -> Peer.untilFirstByte(() -> Peer.sealed(own, each.getValue(), true)));
            }
            var _ = contest.run(3, rounds);
        }
    }

    private static void start(
            int rounds, Path folder, String script, Map<String, OciExecutor> executors)
            throws IOException, InterruptedException {
        try (var undo = new Cleanup()) {
            List<String> argv = List.of("node", "FOLDER/" + script);
            Rehearsal bare = rehearsal(undo, folder, argv);
            var contest =
                    new Contest("start to tools/list, " + folder.getFileName())
                            .with("native", () -> Peer.untilListed(() -> Peer.bare(bare)));
            for (var each : executors.entrySet()) {
                Rehearsal own = rehearsal(undo, folder, argv, each.getValue());
                contest.with(
                        each.getKey(),
                        () -> Peer.untilListed(() -> Peer.sealed(own, each.getValue(), true)));
            }
            var _ = contest.run(2, rounds);
        }
    }

    private static void calls(
            int calls,
            Path folder,
            String script,
            ObjectNode params,
            Map<String, OciExecutor> executors)
            throws IOException, InterruptedException {
        try (var undo = new Cleanup()) {
            List<String> argv = List.of("node", "FOLDER/" + script);
            Peer bare = Peer.bare(rehearsal(undo, folder, argv));
            undo.add(bare::close);
            McpSession toBare = bare.talk();
            var contest =
                    new Contest("tool call, " + folder.getFileName())
                            .with("native", () -> call(toBare, params));
            for (var each : executors.entrySet()) {
                Rehearsal own = rehearsal(undo, folder, argv, each.getValue());
                Peer sealed = Peer.sealed(own, each.getValue(), true);
                undo.add(sealed::close);
                McpSession session = sealed.talk();
                contest.with(each.getKey(), () -> call(session, params));
            }
            var _ = contest.run(50, calls);
        }
    }

    private static Rehearsal rehearsal(Cleanup undo, Path folder, List<String> argv)
            throws IOException, InterruptedException {
        Rehearsal rehearsal = Rehearsal.of(folder, argv);
        undo.add(rehearsal::close);
        return rehearsal;
    }

    private static Rehearsal rehearsal(
            Cleanup undo, Path folder, List<String> argv, OciExecutor executor)
            throws IOException, InterruptedException {
        Rehearsal rehearsal = Rehearsal.of(folder, argv, executor);
        undo.add(rehearsal::close);
        return rehearsal;
    }

    private static long call(McpSession session, ObjectNode params) throws InterruptedException {
        long begin = System.nanoTime();
        Reply reply = session.ask("tools/call", params, PATIENCE);
        long nanos = System.nanoTime() - begin;
        if (!(reply instanceof Reply.Ok)) {
            throw new IllegalStateException("the tool failed: " + reply);
        }
        return nanos;
    }
}
