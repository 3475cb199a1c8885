package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.bait.Found;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.PhaseResult.Status;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.ContentRead;
import io.mcpsf.model.ProtocolObservation.FrameMalformed;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.NotExercised;
import io.mcpsf.model.ProtocolObservation.PromptListed;
import io.mcpsf.model.ProtocolObservation.ResourceListed;
import io.mcpsf.model.ProtocolObservation.ServerAsked;
import io.mcpsf.model.ProtocolObservation.TextDoubted;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.ProtocolObservation.Unanswered;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.ToolCoverage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

@Timeout(180)
final class InterrogationTest {

    private final RecordingNotebook notebook = new RecordingNotebook();

    @Test
    void aFriendlyServerIsAskedEverythingInOrder() throws InterruptedException {
        InterrogationOutcome outcome = run(ServerProcess.node("friendly.js"), profile(2));

        assertThat(statuses(outcome))
                .isEqualTo(
                        Map.of(
                                Phase.HANDSHAKE,
                                Status.DONE,
                                Phase.LIST,
                                Status.DONE,
                                Phase.CALL,
                                Status.DONE,
                                Phase.IDLE,
                                Status.DONE));
        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(3, 3, 3, 1));
        assertThat(notebook.all(NotExercised.class))
                .extracting(NotExercised::tool)
                .containsExactly("fail");
        assertThat(outcome.closedOnUs()).isFalse();
        assertThat(notebook.all(Greeted.class))
                .containsExactly(new Greeted("2025-11-25", "friendly", "1.2.3", "Be kind."));
        assertThat(notebook.all(ToolListed.class))
                .extracting(tool -> tool.listing() + tool.name())
                .containsExactly("1add", "1read_note", "1fail", "2add", "2read_note", "2fail");
        assertThat(notebook.all(ToolListed.class).getFirst().annotations())
                .isEqualTo("{\"readOnlyHint\":true}");
        assertThat(notebook.all(PromptListed.class)).hasSize(1);
        assertThat(notebook.all(ResourceListed.class))
                .extracting(ResourceListed::uri)
                .containsExactly("note://1", "note://{id}");
        assertThat(notebook.all(FrameMalformed.class)).isEmpty();
    }

    @Test
    void callsAreNumberedAndTheirAnswersBelongToThem() throws InterruptedException {
        run(ServerProcess.node("friendly.js"), profile(2));

        assertThat(notebook.all(ToolCalled.class))
                .extracting(call -> call.call() + call.tool())
                .startsWith("1add", "2read_note", "3fail", "4add", "5read_note", "6fail");
        assertThat(notebook.all(ToolCalled.class).get(1).arguments())
                .isEqualTo("{\"path\":\"/home/dev/documents/notes.txt\"}");
        assertThat(notebook.all(ToolCalled.class).get(4).arguments()).contains("\"lines\":");
        assertThat(notebook.all(ToolAnswered.class))
                .extracting(ToolAnswered::answer)
                .startsWith(
                        Answer.RESULT,
                        Answer.RESULT,
                        Answer.TOOL_ERROR,
                        Answer.RESULT,
                        Answer.RESULT,
                        Answer.TOOL_ERROR);
        assertThat(notebook.entries())
                .filteredOn(entry -> entry.what() instanceof ServerAsked)
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(entry.call()).isPositive());
        assertThat(notebook.entries())
                .filteredOn(entry -> entry.what() instanceof ToolAnswered)
                .allSatisfy(
                        entry ->
                                assertThat(entry.call())
                                        .isEqualTo(((ToolAnswered) entry.what()).call()));
    }

    @Test
    void whatAPromptOrResourceHoldsIsWrittenDown() throws InterruptedException {
        run(ServerProcess.node("friendly.js"), profile(1));

        assertThat(notebook.all(ContentRead.class))
                .extracting(ContentRead::kind)
                .contains("prompt", "resource");
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

        run(ServerProcess.node("friendly.js"), profile(1), CanaryFinder.none(), writer);

        assertThat(told).containsExactly("add 3", "read_note 4", "fail 4");
        assertThat(notebook.all(ToolCalled.class).getLast().arguments())
                .isEqualTo("{\"a\":1,\"b\":41}");
    }

    @Test
    void whatAReaderDoubtsIsWrittenDown() throws InterruptedException {
        var shown = new ArrayList<String>();
        var reader =
                new PayloadWriter() {
                    @Override
                    public List<ObjectNode> more(String t, JsonNode schema, List<String> learned) {
                        return List.of();
                    }

                    @Override
                    public List<TextDoubted> doubts(List<ShownText> texts) {
                        texts.forEach(text -> shown.add(text.subject()));
                        String subject = texts.getLast().subject();
                        return List.of(new TextDoubted(subject, "secrets", "some words of it"));
                    }
                };

        run(ServerProcess.node("friendly.js"), profile(1), CanaryFinder.none(), reader);

        assertThat(shown).contains("the tool add", "the tool read_note", "the tool fail");
        assertThat(notebook.all(TextDoubted.class))
                .containsExactly(new TextDoubted(shown.getLast(), "secrets", "some words of it"));
    }

    @Test
    void aRevisitListsAndCallsTheSameAgain() throws InterruptedException {
        var known = new PromptListed("greet", "Greets");
        try (var server = ServerProcess.node("friendly.js");
                var revisit =
                        new Revisit(
                                server.wire(FrameTap.none()),
                                notebook,
                                settings(profile(1)),
                                CanaryFinder.none())) {
            assertThat(
                            revisit.run(
                                    3,
                                    new Revisit.Before(
                                            List.of(new Revisit.Call("add", "{\"a\":1,\"b\":2}")),
                                            Set.of(known)),
                                    Duration.ofSeconds(10)))
                    .isTrue();
        }

        assertThat(notebook.all(ToolListed.class)).allMatch(tool -> tool.listing() == 3);
        assertThat(notebook.all(ToolAnswered.class)).hasSize(1);
        assertThat(notebook.all(PromptListed.class)).as("it was known").isEmpty();
        assertThat(notebook.all(ResourceListed.class)).hasSize(2);
    }

    @Test
    void everyListIsAskedAgainAndWhatIsNewInItIsWrittenDown() throws InterruptedException {
        try (var server = ServerProcess.node("shifting.js");
                var interrogation =
                        new Interrogation(
                                server.wire(FrameTap.none()),
                                notebook,
                                settings(profile(1)),
                                CanaryFinder.none(),
                                new SplittableRandom(1))) {
            interrogation.run();
            interrogation.listAgain(8);
        }

        assertThat(notebook.all(ToolListed.class))
                .extracting(tool -> tool.listing() + tool.description())
                .containsExactly("1Tool 1", "2Tool 2", "8Tool 3");
        assertThat(notebook.all(PromptListed.class))
                .extracting(PromptListed::description)
                .containsExactly("Prompt", "Prompt 3");
        assertThat(notebook.all(ResourceListed.class))
                .extracting(ResourceListed::description)
                .containsExactly("Resource", "Template", "Resource 2", "Template 3");
    }

    @Test
    void baitInAResultIsReportedInsideItsCall() throws InterruptedException {
        CanaryFinder finder =
                bytes ->
                        new String(bytes, StandardCharsets.UTF_8).contains("notes.txt")
                                ? List.of(new Found("notes", "file", "plain"))
                                : List.of();

        run(ServerProcess.node("friendly.js"), profile(1), finder);

        assertThat(notebook.all(BaitLeft.class))
                .containsExactly(new BaitLeft("notes", "file", "result", "read_note", "plain"));
        assertThat(notebook.entries())
                .filteredOn(entry -> entry.what() instanceof BaitLeft)
                .allSatisfy(entry -> assertThat(entry.call()).isEqualTo(2));
    }

    @Test
    void aServerWithoutHandshakeIsSpokenToStatelessly() throws InterruptedException {
        InterrogationOutcome outcome = run(ServerProcess.node("stateless.js"), profile(1));

        assertThat(notebook.all(Greeted.class))
                .containsExactly(new Greeted("2026-07-28", "stateless", "2.0.0", "No session."));
        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(2, 2, 2));
        assertThat(notebook.all(ToolAnswered.class))
                .extracting(ToolAnswered::text)
                .anySatisfy(text -> assertThat(text).contains("noon in Lisbon"))
                .anySatisfy(text -> assertThat(text).contains("decline 1 s1"));
        assertThat(notebook.all(ServerAsked.class))
                .extracting(ServerAsked::method)
                .containsExactly("elicitation/create", "roots/list");
    }

    @Test
    void aServerThatNeverGreetsTimesOutAndIsWatchedNoLongerThanAllowed()
            throws InterruptedException {
        var hasty =
                new QuestionBudget(
                        1, Duration.ofSeconds(1), Duration.ofMillis(50), Duration.ofMillis(600), 9);

        InterrogationOutcome outcome =
                run(ServerProcess.python("hostile.py", "never-greets"), hasty);

        assertThat(statuses(outcome))
                .isEqualTo(Map.of(Phase.HANDSHAKE, Status.TIMED_OUT, Phase.IDLE, Status.TIMED_OUT));
        assertThat(notebook.all(Unanswered.class))
                .containsExactly(new Unanswered("initialize", "no answer in time"));
    }

    @Test
    void aServerThatExitsInACallFailsThatPhase() throws InterruptedException {
        InterrogationOutcome outcome = run(ServerProcess.python("hostile.py", "exits"), profile(1));

        assertThat(statuses(outcome))
                .containsEntry(Phase.CALL, Status.FAILED)
                .doesNotContainKey(Phase.IDLE);
        assertThat(outcome.closed()).isEqualTo("the server closed its output");
        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(2, 1, 0));
    }

    @Test
    void aCallThatIsNotAnsweredLeavesTheOthersAlone() throws InterruptedException {
        InterrogationOutcome outcome =
                run(ServerProcess.python("hostile.py", "never-answers"), profile(1));

        assertThat(statuses(outcome)).containsEntry(Phase.CALL, Status.DONE);
        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(2, 2, 1));
    }

    @Test
    void aListingWithoutEndFailsButItsToolsAreCalled() throws InterruptedException {
        InterrogationOutcome outcome =
                run(ServerProcess.python("hostile.py", "endless-pages"), profile(1));

        assertThat(statuses(outcome)).containsEntry(Phase.LIST, Status.FAILED);
        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(2, 2, 2));
        assertThat(notebook.all(FrameMalformed.class))
                .extracting(FrameMalformed::why)
                .contains("tools/list does not end: more than 50 pages");
    }

    @Test
    void oddToolsAreReportedAndCutAndTheGoodOnesCalled() throws InterruptedException {
        InterrogationOutcome outcome =
                run(ServerProcess.python("hostile.py", "odd-tools"), profile(1));

        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(3, 3, 3));
        assertThat(notebook.all(FrameMalformed.class))
                .extracting(FrameMalformed::why)
                .contains("a tool without a name");
        assertThat(notebook.all(ToolListed.class))
                .allSatisfy(tool -> assertThat(tool.name()).hasSizeLessThanOrEqualTo(256))
                .allSatisfy(
                        tool -> assertThat(tool.description()).hasSizeLessThanOrEqualTo(16 << 10));
    }

    @Test
    void aStormIsShownInPartAndCountedInFull() throws InterruptedException {
        run(ServerProcess.python("hostile.py", "list-changed-storm"), profile(1));

        assertThat(notebook.all(ServerAsked.class)).hasSize(21);
        assertThat(notebook.all(ServerAsked.class).getLast())
                .isEqualTo(new ServerAsked("notifications/tools/list_changed", "(1980 more)"));
    }

    @Test
    void moreToolsThanTheCapAreListedButNotCalled() throws InterruptedException {
        var narrow =
                new QuestionBudget(
                        1, Duration.ofSeconds(10), Duration.ZERO, Duration.ofSeconds(30), 2);

        InterrogationOutcome outcome = run(ServerProcess.node("friendly.js"), narrow);

        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(3, 2, 2));
    }

    @Test
    void whatRefusesItsFirstArgumentsIsCalledWithWhatItAsksFor() throws InterruptedException {
        InterrogationOutcome outcome = run(ServerProcess.node("guarded.js"), profile(1));

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
        run(ServerProcess.node("waiting.js"), profile(2));

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
        run(ServerProcess.node("formats.js"), profile(1));

        assertThat(notebook.all(NotExercised.class)).isEmpty();
    }

    @Test
    void aQuickLookDoesNotVaryItsCalls() throws InterruptedException {
        run(ServerProcess.node("waiting.js"), profile(1));

        assertThat(notebook.all(ToolCalled.class)).hasSize(8);
    }

    @Test
    void variationsThatWereNotMadeAreTold() throws InterruptedException {
        InterrogationOutcome outcome = run(ServerProcess.node("forty.js"), profile(2));

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
        run(ServerProcess.node("waiting.js"), profile(1));

        assertThat(notebook.all(ToolCalled.class))
                .filteredOn(call -> call.tool().equals("login"))
                .extracting(ToolCalled::arguments)
                .containsExactly(
                        "{\"password\":\"correct-horse-7-battery\",\"page_token\":\"example\"}");
    }

    @Test
    void promptsResourcesAndTemplatesAreReadAsOffered() throws InterruptedException {
        run(ServerProcess.node("waiting.js"), profile(1));

        assertThat(notebook.all(ContentRead.class))
                .extracting(read -> read.kind() + " " + read.name())
                .contains("prompt greet", "resource note://1", "resource note://Lisbon/x");
    }

    private InterrogationOutcome run(ServerProcess server, QuestionBudget profile)
            throws InterruptedException {
        return run(server, profile, CanaryFinder.none());
    }

    private InterrogationOutcome run(
            ServerProcess server, QuestionBudget profile, CanaryFinder finder)
            throws InterruptedException {
        return run(server, profile, finder, PayloadWriter.none());
    }

    private static Interrogation.Settings settings(QuestionBudget profile) {
        var identity = new Identity("claude-ai", "0.1.0", List.of("file:///home/dev/work"));
        var plausible =
                Plausible.in("/home/dev", "/home/dev/work", "/home/dev/documents/notes.txt");
        return new Interrogation.Settings(identity, Budget.usual(), profile, plausible);
    }

    private InterrogationOutcome run(
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

    private static QuestionBudget profile(int calls) {
        return new QuestionBudget(
                calls, Duration.ofSeconds(2), Duration.ofMillis(50), Duration.ofSeconds(40), 50);
    }

    private static Map<Phase, Status> statuses(InterrogationOutcome outcome) {
        return outcome.phases().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> status(e.getValue())));
    }

    private static Status status(PhaseResult result) {
        return result.status();
    }
}
