package io.mcpsf.interrogate;

import static io.mcpsf.interrogate.Questioner.profile;
import static io.mcpsf.interrogate.Questioner.statuses;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.mcp.ServerProcess;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult.Status;
import io.mcpsf.model.ProtocolObservation.FrameMalformed;
import io.mcpsf.model.ProtocolObservation.ServerAsked;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.ProtocolObservation.Unanswered;
import io.mcpsf.model.ToolCoverage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.Map;

/** Servers that answer never, wrongly, or without end. */
@Timeout(180)
final class HostileServerTest {

    private final Questioner questioner = new Questioner();
    private final RecordingNotebook notebook = questioner.notebook();

    @Test
    void aServerThatNeverGreetsTimesOutAndIsWatchedNoLongerThanAllowed()
            throws InterruptedException {
        var hasty =
                new QuestionBudget(
                        1, Duration.ofSeconds(1), Duration.ofMillis(50), Duration.ofMillis(600), 9);

        InterrogationOutcome outcome =
                questioner.run(ServerProcess.python("hostile.py", "never-greets"), hasty);

        assertThat(statuses(outcome))
                .isEqualTo(Map.of(Phase.HANDSHAKE, Status.TIMED_OUT, Phase.IDLE, Status.TIMED_OUT));
        assertThat(notebook.all(Unanswered.class))
                .containsExactly(new Unanswered("initialize", "no answer in time"));
    }

    @Test
    void aServerThatExitsInACallFailsThatPhase() throws InterruptedException {
        InterrogationOutcome outcome =
                questioner.run(ServerProcess.python("hostile.py", "exits"), profile(1));

        assertThat(statuses(outcome))
                .containsEntry(Phase.CALL, Status.FAILED)
                .doesNotContainKey(Phase.IDLE);
        assertThat(outcome.closed()).isEqualTo("the server closed its output");
        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(2, 1, 0));
    }

    @Test
    void aCallThatIsNotAnsweredLeavesTheOthersAlone() throws InterruptedException {
        InterrogationOutcome outcome =
                questioner.run(ServerProcess.python("hostile.py", "never-answers"), profile(1));

        assertThat(statuses(outcome)).containsEntry(Phase.CALL, Status.DONE);
        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(2, 2, 1));
    }

    @Test
    void aListingWithoutEndFailsButItsToolsAreCalled() throws InterruptedException {
        InterrogationOutcome outcome =
                questioner.run(ServerProcess.python("hostile.py", "endless-pages"), profile(1));

        assertThat(statuses(outcome)).containsEntry(Phase.LIST, Status.FAILED);
        assertThat(outcome.tools()).isEqualTo(new ToolCoverage(2, 2, 2));
        assertThat(notebook.all(FrameMalformed.class))
                .extracting(FrameMalformed::why)
                .contains("tools/list does not end: more than 50 pages");
    }

    @Test
    void oddToolsAreReportedAndCutAndTheGoodOnesCalled() throws InterruptedException {
        InterrogationOutcome outcome =
                questioner.run(ServerProcess.python("hostile.py", "odd-tools"), profile(1));

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
        questioner.run(ServerProcess.python("hostile.py", "list-changed-storm"), profile(1));

        assertThat(notebook.all(ServerAsked.class)).hasSize(21);
        assertThat(notebook.all(ServerAsked.class).getLast())
                .isEqualTo(new ServerAsked("notifications/tools/list_changed", "(1980 more)"));
    }
}
