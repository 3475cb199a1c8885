package io.mcpsf.bench;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.os.Cleanup;
import io.mcpsf.run.Rehearsal;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.docker.DockerEngines;
import io.mcpsf.sandbox.docker.DockerExecutor;
import io.mcpsf.sandbox.docker.PrivateEngine;
import io.mcpsf.sandbox.oci.Installed;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes.Preference;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every runtime, all sensors, in turns with the bare host: launch, start of a server, one call. */
final class Runtimes {

    private final Map<String, Executor> executors = new LinkedHashMap<>();
    private final Path folder;
    private final Cleanup undo;

    private Runtimes(Path folder, Cleanup undo) {
        this.folder = folder;
        this.undo = undo;
    }

    /** Arguments: rounds, calls, a folder, the script in it, a tool and its arguments. */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (var undo = new Cleanup()) {
            var bench = new Runtimes(Path.of(args[2]).toAbsolutePath(), undo);
            bench.raise();
            int rounds = Integer.parseInt(args[0]);
            bench.launch(rounds);
            bench.start(rounds, args[3]);
            bench.calls(Integer.parseInt(args[1]), args[3], args[4], args[5]);
        }
    }

    private void raise() {
        for (Preference each : List.of(Preference.CRUN, Preference.RUNC, Preference.RUNSC)) {
            Installed.here(each);
            OciExecutor executor = Peer.chamber(each);
            undo.add(executor::close);
            executors.put(each.name().toLowerCase(java.util.Locale.ROOT), executor);
        }
        PrivateEngine engine = PrivateEngine.withGvisor();
        undo.add(engine::close);
        for (String word : List.of("docker-runc", "docker-runsc")) {
            DockerExecutor executor =
                    DockerEngines.choose(word, engine.environment(), System.err::println);
            undo.add(executor::close);
            executors.put(word, executor);
        }
    }

    private void launch(int rounds) throws IOException, InterruptedException {
        List<String> echo = List.of("/bin/echo", "ready");
        Rehearsal bare = rehearsal(Rehearsal.of(folder, echo));
        var contest =
                new Contest("/bin/echo to its first byte, all sensors")
                        .with("native", () -> Peer.untilFirstByte(() -> Peer.bare(bare)));
        for (var each : executors.entrySet()) {
            Rehearsal sealed = rehearsal(Rehearsal.of(folder, echo, each.getValue()));
            contest.with(
                    each.getKey(),
                    () -> Peer.untilFirstByte(() -> Peer.sealed(sealed, each.getValue(), true)));
        }
        contest.run(2, rounds);
    }

    private void start(int rounds, String script) throws IOException, InterruptedException {
        List<String> node = List.of("node", "FOLDER/" + script);
        Rehearsal bare = rehearsal(Rehearsal.of(folder, node));
        var contest =
                new Contest("start to tools/list, " + folder.getFileName())
                        .with("native", () -> Peer.untilListed(() -> Peer.bare(bare)));
        for (var each : executors.entrySet()) {
            Rehearsal sealed = rehearsal(Rehearsal.of(folder, node, each.getValue()));
            contest.with(
                    each.getKey(),
                    () -> Peer.untilListed(() -> Peer.sealed(sealed, each.getValue(), true)));
        }
        contest.run(1, rounds);
    }

    private void calls(int calls, String script, String tool, String arguments)
            throws IOException, InterruptedException {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", Json.read(arguments));
        List<String> node = List.of("node", "FOLDER/" + script);
        McpSession direct = talk(Peer.bare(rehearsal(Rehearsal.of(folder, node))));
        var contest =
                new Contest("tool call %s of %s".formatted(tool, folder.getFileName()))
                        .with("native", () -> Calls.call(direct, params));
        for (var each : executors.entrySet()) {
            Rehearsal sealed = rehearsal(Rehearsal.of(folder, node, each.getValue()));
            McpSession session = talk(Peer.sealed(sealed, each.getValue(), true));
            contest.with(each.getKey(), () -> Calls.call(session, params));
        }
        contest.run(50, calls);
    }

    private McpSession talk(Peer peer) throws InterruptedException {
        undo.add(peer::close);
        return peer.talk();
    }

    private Rehearsal rehearsal(Rehearsal made) {
        undo.add(made::close);
        return made;
    }
}
