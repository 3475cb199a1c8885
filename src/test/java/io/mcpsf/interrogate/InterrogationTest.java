package io.mcpsf.interrogate;

import static io.mcpsf.interrogate.Questioner.profile;
import static io.mcpsf.interrogate.Questioner.settings;
import static io.mcpsf.interrogate.Questioner.statuses;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.bait.Found;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.Phase;
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

/** What a server is asked, in which order, and what is written down of its answers. */
@Timeout(180)
final class InterrogationTest {

    private final Questioner questioner = new Questioner();
    private final RecordingNotebook notebook = questioner.notebook();

    @Test
    void aFriendlyServerIsAskedEverythingInOrder() throws InterruptedException {
        InterrogationOutcome outcome =
                questioner.run(ServerProcess.node("friendly.js"), profile(2));

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
        questioner.run(ServerProcess.node("friendly.js"), profile(2));

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
        questioner.run(ServerProcess.node("friendly.js"), profile(1));

        assertThat(notebook.all(ContentRead.class))
                .extracting(ContentRead::kind)
                .contains("prompt", "resource");
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

        questioner.run(ServerProcess.node("friendly.js"), profile(1), CanaryFinder.none(), reader);

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

        questioner.run(ServerProcess.node("friendly.js"), profile(1), finder);

        assertThat(notebook.all(BaitLeft.class))
                .containsExactly(new BaitLeft("notes", "file", "result", "read_note", "plain"));
        assertThat(notebook.entries())
                .filteredOn(entry -> entry.what() instanceof BaitLeft)
                .allSatisfy(entry -> assertThat(entry.call()).isEqualTo(2));
    }

    @Test
    void aServerWithoutHandshakeIsSpokenToStatelessly() throws InterruptedException {
        InterrogationOutcome outcome =
                questioner.run(ServerProcess.node("stateless.js"), profile(1));

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
    void promptsResourcesAndTemplatesAreReadAsOffered() throws InterruptedException {
        questioner.run(ServerProcess.node("waiting.js"), profile(1));

        assertThat(notebook.all(ContentRead.class))
                .extracting(read -> read.kind() + " " + read.name())
                .contains("prompt greet", "resource note://1", "resource note://Lisbon/x");
    }
}
