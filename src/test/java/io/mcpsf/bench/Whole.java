package io.mcpsf.bench;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.run.Rehearsal;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A whole assessment through the launcher, against the same questions to a native server. */
final class Whole {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Whole() {}

    /**
     * Arguments: launcher, rounds, then threes: a folder, the script in it, and the source to
     * assess in its stead where that is a published package, whose first assessment is not counted.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        for (int i = 2; i < args.length; i += 3) {
            contest(
                    args[0],
                    Integer.parseInt(args[1]),
                    Path.of(args[i]).toAbsolutePath(),
                    args[i + 1],
                    args[i + 2]);
        }
    }

    private static void contest(
            String launcher, int rounds, Path folder, String script, String source)
            throws IOException, InterruptedException {
        List<ObjectNode> calls = new ArrayList<>();
        try (var rehearsal = Rehearsal.of(folder, List.of("node", "FOLDER/" + script))) {
            List<String> arguments = new ArrayList<>(List.of("--profile", "safe", "--seed", "7"));
            if (source.isEmpty()) {
                arguments.addFirst(folder.toString());
                arguments.add("--command");
                arguments.add("node /opt/" + folder.getFileName() + "/" + script);
            } else {
                arguments.addFirst(source);
            }
            assess(launcher, arguments, calls);
            System.out.printf(
                    "%n%s: the same %d questions to both%n", folder.getFileName(), calls.size());
            var times =
                    new Contest("whole assessment, profile safe, " + folder.getFileName())
                            .with("native", () -> bare(rehearsal, calls))
                            .with(
                                    "mcpsf assess",
                                    () -> assess(launcher, arguments, new ArrayList<>()))
                            .run(1, rounds);
            List<Times> both = List.copyOf(times.values());
            double budget = both.getFirst().median() * 1.5 / 1e6 + 2000;
            System.out.printf(
                    "  budget 1.5x native + 2 s = %.0f ms, took %.0f ms%n",
                    budget, both.getLast().median() / 1e6);
        }
    }

    private static long bare(Rehearsal rehearsal, List<ObjectNode> calls)
            throws InterruptedException {
        long begin = System.nanoTime();
        try (Peer peer = Peer.bare(rehearsal)) {
            McpSession session = peer.talk();
            for (ObjectNode call : calls) {
                session.ask(Json.text(call, "method"), (ObjectNode) call.path("params"), PATIENCE);
            }
        }
        return System.nanoTime() - begin;
    }

    /** Assesses once and keeps the questions that were put after the list of tools. */
    private static long assess(String launcher, List<String> arguments, List<ObjectNode> calls)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (Launched run = Launched.start(launcher, arguments)) {
            int code = run.child().await();
            long nanos = System.nanoTime() - begin;
            if (code > 1) {
                throw new IllegalStateException(
                        "exit "
                                + code
                                + ": "
                                + new String(run.stderr().beginning(), StandardCharsets.UTF_8));
            }
            for (String line : run.transcript()) {
                JsonNode entry = Json.read(line);
                if (Json.text(entry, "direction").equals("SENT")
                        && Json.read(Json.text(entry, "text")) instanceof ObjectNode question
                        && List.of("tools/call", "prompts/list", "resources/list")
                                .contains(Json.text(question, "method"))) {
                    calls.add(question);
                }
            }
            return nanos;
        }
    }
}
