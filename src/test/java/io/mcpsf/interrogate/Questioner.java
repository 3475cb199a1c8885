package io.mcpsf.interrogate;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.PhaseResult.Status;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Questions a server as a case does, and keeps what was written down. */
final class Questioner {

    private final RecordingNotebook notebook = new RecordingNotebook();

    RecordingNotebook notebook() {
        return notebook;
    }

    InterrogationOutcome run(ServerProcess server, QuestionBudget profile)
            throws InterruptedException {
        return run(server, profile, CanaryFinder.none());
    }

    InterrogationOutcome run(ServerProcess server, QuestionBudget profile, CanaryFinder finder)
            throws InterruptedException {
        return run(server, profile, finder, PayloadWriter.none());
    }

    InterrogationOutcome run(
            ServerProcess server, QuestionBudget profile, CanaryFinder finder, PayloadWriter writer)
            throws InterruptedException {
        var settings = settings(profile).with(writer);
        try (server;
                var interrogation =
                        new Interrogation(
                                server.wire(FrameTap.none()),
                                notebook,
                                settings,
                                finder,
                                new SplittableRandom(1))) {
            return interrogation.run();
        }
    }

    static Interrogation.Settings settings(QuestionBudget profile) {
        var identity = new Identity("claude-ai", "0.1.0", List.of("file:///home/dev/work"));
        var plausible =
                Plausible.in("/home/dev", "/home/dev/work", "/home/dev/documents/notes.txt");
        return new Interrogation.Settings(identity, Budget.usual(), profile, plausible);
    }

    static QuestionBudget profile(int calls) {
        return new QuestionBudget(
                calls, Duration.ofSeconds(2), Duration.ofMillis(50), Duration.ofSeconds(40), 50);
    }

    static Map<Phase, Status> statuses(InterrogationOutcome outcome) {
        return outcome.phases().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> status(e.getValue())));
    }

    private static Status status(PhaseResult result) {
        return result.status();
    }
}
