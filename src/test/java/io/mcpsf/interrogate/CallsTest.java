package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

@Timeout(180)
final class CallsTest {

    @TempDir Path proc;

    private final RecordingNotebook notebook = new RecordingNotebook();

    /** With a hundred threads that want a processor, a second is as long as ten. */
    @Test
    void onALoadedMachineAnAnswerMayTakeLonger() throws IOException, InterruptedException {
        Files.writeString(proc.resolve("loadavg"), "90.0 50.0 20.0 99/1900 77\n");

        callLate();

        assertThat(notebook.all(ToolAnswered.class))
                .extracting(ToolAnswered::answer)
                .containsExactly(Answer.RESULT);
    }

    @Test
    void onAnIdleMachineItMayNot() throws IOException, InterruptedException {
        Files.writeString(proc.resolve("loadavg"), "0.1 0.1 0.1 1/190 77\n");

        callLate();

        assertThat(notebook.all(ToolAnswered.class).getFirst().answer())
                .isEqualTo(Answer.TIMED_OUT);
    }

    /** A tool that takes a second and a half, with one second to answer. */
    private void callLate() throws InterruptedException {
        var identity = new Identity("claude-ai", "0.1.0", List.of());
        var budget =
                new QuestionBudget(
                        1, Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(90), 50);
        var settings =
                new Interrogation.Settings(
                        identity,
                        Budget.usual(),
                        budget,
                        Plausible.in("/home/dev", "/home/dev/work", "/home/dev/work/a.md"));
        try (var server = ServerProcess.node("late.js");
                var clock = LoadClock.watching(proc, 1)) {
            var client =
                    McpClient.open(server.wire(FrameTap.none()), _ -> {}, identity, Budget.usual());
            var session = new McpSession(client, identity);
            session.greet(Duration.ofSeconds(60));
            var search = new BaitSearch(CanaryFinder.none(), notebook);
            var calls = new Calls(session, notebook, search, settings, new SplittableRandom(7));

            calls.all(
                    Map.of("think", Json.object()),
                    Map.of(),
                    new Deadline(Duration.ofSeconds(90)),
                    clock);
        }
    }
}
