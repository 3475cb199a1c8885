package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.Plausible;
import io.mcpsf.interrogate.RecordingNotebook;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.ProtocolObservation.InputBroke;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** A program for {@link TalkativeTest}: an attack on a server whose answers are long. */
public final class Talkative {

    private Talkative() {}

    /** The most megabytes that are read of it, and the most hostile calls. */
    @SuppressWarnings("SystemOut") // a program of its own that reports to the test
    public static void main(String[] words) throws InterruptedException {
        var notebook = new RecordingNotebook();
        var plausible = Plausible.in("/home/dev", "/home/dev/work", "/home/dev/notes.txt");
        var around =
                new Attack.Surroundings("/opt/x", plausible, List.of(), List.of(), "", List.of());
        var attack =
                new Attack(Integer.parseInt(words[1]), Duration.ofMinutes(2), 4, false, around);
        long bytes = Long.parseLong(words[0]) << 20;
        var budget = new Budget(1_000_000, bytes, 1_000, 50, 64, Duration.ofSeconds(2), 8);
        try (var server = ServerProcess.node("talkative.js");
                var client =
                        McpClient.open(
                                server.wire(FrameTap.none()), _ -> {}, Identity.usual(), budget)) {
            var session = new McpSession(client, Identity.usual());
            session.greet(Duration.ofSeconds(20));
            var world = AttackSetting.calm(Sightings.none());
            Fuzzer.Result result =
                    new Fuzzer(session, notebook, world, attack, new SplittableRandom(1)).run();
            System.out.printf(
                    "%d calls, stopped: %s, cut: %s, broke: %s%n",
                    result.calls(), result.stopped(), result.cut(), notebook.all(InputBroke.class));
        }
    }
}
