package io.mcpsf.interrogate;

import static io.mcpsf.interrogate.Questioner.profile;
import static io.mcpsf.interrogate.Questioner.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.NotExercised;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.ToolCoverage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** With which arguments tools are called, until they succeed and after that. */
@Timeout(180)
final class ToolExerciseTest {

    private final Questioner questioner = new Questioner();
    private final RecordingNotebook notebook = questioner.notebook();

    @Test
    void whatRefusesItsFirstArgumentsIsCalledWithWhatItAsksFor() throws InterruptedException {
        InterrogationOutcome outcome = questioner.run(ServerProcess.node("guarded.js"), profile(1));

        assertThat(notebook.all(NotExercised.class))
                .extracting(NotExercised::tool)
                .containsExactly("never");
        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(12, 12, 12, 1));
        assertThat(notebook.all(ToolCalled.class).stream().filter(c -> c.tool().equals("never")))
                .as("a tool that always refuses is called a bounded number of times")
                .hasSizeBetween(3, 30);
    }

    @Test
    void whatWaitsBehindASuccessForAWordAChoiceOrAnotherCallIsWoken() throws InterruptedException {
        questioner.run(ServerProcess.node("waiting.js"), profile(2));

        String answers =
                notebook.all(ToolAnswered.class).stream()
                        .map(ToolAnswered::text)
                        .collect(Collectors.joining());
        assertThat(List.of("search", "translate", "lookup", "convert", "count", "store"))
                .allSatisfy(tool -> assertThat(answers).contains("awake: " + tool));
    }

    @Test
    void whatTheCodeComparesAParameterWithIsTriedAfterASuccess() throws InterruptedException {
        Interrogation.Settings usual = settings(profile(2));
        var code =
                usual.plausible()
                        .documented(name -> name.equals("path") ? List.of("ledger") : List.of());
        var settings =
                new Interrogation.Settings(usual.identity(), usual.budget(), usual.profile(), code);
        try (var server = ServerProcess.node("friendly.js");
                var interrogation =
                        new Interrogation(
                                server.wire(FrameTap.none()),
                                notebook,
                                settings,
                                CanaryFinder.none(),
                                new SplittableRandom(1))) {
            interrogation.run();
        }

        assertThat(notebook.all(ToolAnswered.class))
                .extracting(ToolAnswered::text)
                .anyMatch(text -> text.contains("read ledger"));
    }

    @Test
    void aComplaintThatNamesAFormatIsAnsweredInIt() throws InterruptedException {
        questioner.run(ServerProcess.node("formats.js"), profile(1));

        assertThat(notebook.all(NotExercised.class)).isEmpty();
    }

    @Test
    void aQuickLookDoesNotVaryItsCalls() throws InterruptedException {
        questioner.run(ServerProcess.node("waiting.js"), profile(1));

        assertThat(notebook.all(ToolCalled.class)).hasSize(8);
    }

    @Test
    void variationsThatWereNotMadeAreTold() throws InterruptedException {
        InterrogationOutcome outcome = questioner.run(ServerProcess.node("forty.js"), profile(2));

        assertThat(outcome.phases())
                .hasEntrySatisfying(
                        Phase.CALL,
                        result ->
                                assertThat(result.why())
                                        .matches(
                                                "\\d{2,4} variations of calls were not made:"
                                                        + " search_\\d+ \\d+, .* and \\d+"
                                                        + " more"));
    }

    @Test
    void whoAsksForASecretGetsOneAndABookmarkIsNone() throws InterruptedException {
        questioner.run(ServerProcess.node("waiting.js"), profile(1));

        assertThat(notebook.all(ToolCalled.class))
                .filteredOn(call -> call.tool().equals("login"))
                .extracting(ToolCalled::arguments)
                .containsExactly(
                        "{\"password\":\"correct-horse-7-battery\",\"page_token\":\"example\"}");
    }

    @Test
    void moreToolsThanTheCapAreListedButNotCalled() throws InterruptedException {
        var narrow =
                new QuestionBudget(
                        1, Duration.ofSeconds(10), Duration.ZERO, Duration.ofSeconds(30), 2);

        InterrogationOutcome outcome = questioner.run(ServerProcess.node("friendly.js"), narrow);

        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(3, 2, 2));
    }

    @Test
    void aWriterIsAskedOnceForEachToolAndKnowsWhatWasLearned() throws InterruptedException {
        var told = new ArrayList<String>();
        PayloadWriter writer =
                (tool, schema, learned) -> {
                    told.add(tool + " " + learned.size());
                    return tool.equals("add")
                            ? List.of(Json.object().put("a", 1).put("b", 41))
                            : List.of();
                };

        questioner.run(ServerProcess.node("friendly.js"), profile(1), CanaryFinder.none(), writer);

        assertThat(told).containsExactly("add 3", "read_note 4", "fail 4");
        assertThat(notebook.all(ToolCalled.class).getLast().arguments())
                .isEqualTo("{\"a\":1,\"b\":41}");
    }
}
