package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Judgement.NotEvaluated;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Verdict;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Only some detectors, cases that stopped early, and programs that are no servers. */
final class SelectionTest {

    private static final RuleSet RULES = RuleSet.load();

    private static Evidence theft(List<String> detectors) {
        Evidence all =
                Story.complete(
                        new Story()
                                .by(1)
                                .sees(
                                        new BaitTouched(
                                                "b", "ssh", "/home/ana/.ssh/id_rsa", Touch.READ))
                                .sees(
                                        new BaitLeft(
                                                "b", "ssh", "socket", "tcp 203.0.113.7:443", "x"))
                                .seen());
        return with(all, "safe", detectors, all.coverage());
    }

    private static Evidence with(
            Evidence evidence, String profile, List<String> detectors, Coverage coverage) {
        CaseFile file = evidence.file();
        var settings =
                new CaseFile.Settings(profile, 1, List.of("node"), 0.5, List.of(), detectors);
        return new Evidence(
                new CaseFile(
                        file.id(), file.subject(), file.started(), file.toolVersion(), settings),
                evidence.seen(),
                coverage);
    }

    @Test
    void onlyWhatWasSelectedIsFoundAndTheRestIsNamed() {
        Judgement judgement = Judge.judge(theft(List.of("bait-read")), RULES);

        assertThat(judgement.findings()).extracting(Finding::rule).containsOnly("bait-read");
        assertThat(judgement.notEvaluated())
                .extracting(NotEvaluated::rule)
                .contains("bait-left", "bait-then-connect")
                .doesNotContain("bait-read");
        assertThat(judgement.notEvaluated())
                .allMatch(left -> left.why().equals("left out by --detectors"));
    }

    @Test
    void aFamilyStandsForItsRules() {
        Judgement judgement = Judge.judge(theft(List.of("credentials")), RULES);

        assertThat(judgement.verdict()).isEqualTo(Verdict.MALICIOUS);
        assertThat(judgement.findings()).extracting(Finding::rule).contains("bait-left");
    }

    @Test
    void whoeverLooksForLittleIsNeverToldThatNothingWasSeen() {
        Evidence nothing = Story.complete(List.of());
        assertThat(Judge.judge(nothing, RULES).verdict()).isEqualTo(Verdict.NOTHING_SEEN);

        Judgement judgement =
                Judge.judge(with(nothing, "safe", List.of("impact"), nothing.coverage()), RULES);

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.summary()).contains("--detectors impact");
    }

    @Test
    void aServerThatWasOnlyReadHasNoVerdictAndNoScore() {
        Evidence nothing = Story.complete(List.of());
        var done = new PhaseResult(PhaseResult.Status.DONE, 1, "");
        Coverage read = coverage(Map.of(Phase.ACQUIRE, done, Phase.INSPECT, done));

        Judgement judgement =
                Judge.judge(with(nothing, CaseFile.INSPECTED, List.of(), read), RULES);

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.scored()).isFalse();
        assertThat(judgement.summary()).contains("Nothing was started");
        assertThat(judgement.recommendations().getFirst()).contains("mcpsf assess");
    }

    @Test
    void ofAServerThatRunsElsewhereOnlyTheAnswersAreSeenAndThatIsSaid() {
        Evidence nothing = Story.complete(List.of());
        var done = new PhaseResult(PhaseResult.Status.DONE, 1, "");
        var outside =
                new Coverage(
                        Map.of(Phase.START, done),
                        Map.of(),
                        new ToolCoverage(1, 1, 1),
                        new Isolation("nothing", "a live server", List.of(), List.of()));

        Judgement judgement = Judge.judge(with(nothing, "safe", List.of(), outside), RULES);

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.recommendations().getFirst())
                .contains("in the sandbox as well")
                .contains("only its answers");
    }

    @Test
    void whatWasSeenBeforeAnInterruptionCounts() {
        var stopped = new PhaseResult(PhaseResult.Status.FAILED, 0, "interrupted");
        Coverage cut = coverage(Map.of(Phase.STOP, stopped));

        assertThat(Judge.judge(with(theft(List.of()), "safe", List.of(), cut), RULES).verdict())
                .isEqualTo(Verdict.MALICIOUS);
        Evidence nothing = Story.complete(List.of());
        Judgement judgement = Judge.judge(with(nothing, "safe", List.of(), cut), RULES);
        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.summary()).contains("stopped before it finished");
        assertThat(judgement.recommendations().getFirst()).contains("let it finish");
    }

    @Test
    void aProgramThatEndsWithoutAWordIsNoServerUnlessSomethingInItNamesTheProtocol() {
        Evidence nothing = Story.complete(List.of());
        Coverage quiet = failed("it exited with code 0: hello");
        Coverage broken = failed("it exited with code 1: cannot find module");

        assertThat(Judge.judge(with(nothing, "safe", List.of(), quiet), RULES).summary())
                .isEqualTo(
                        "No verdict. This is not an MCP server: it ended without a word of the"
                                + " protocol, and none of its packages speaks MCP.");
        assertThat(Judge.judge(with(nothing, "safe", List.of(), quiet), RULES).recommendations())
                .singleElement()
                .asString()
                .startsWith("Check the name")
                .contains("--command");
        assertThat(Judge.judge(with(nothing, "safe", List.of(), broken), RULES).summary())
                .isEqualTo(
                        "No verdict. The server did not come up (it exited with code 1:"
                                + " cannot find module).");
        assertThat(Judge.judge(with(nothing, "safe", List.of(), broken), RULES).recommendations())
                .singleElement()
                .asString()
                .contains("what it needs to start", "--env", "--command");
        CaseFile file = nothing.file();
        var named =
                new CaseFile(
                        file.id(),
                        new CaseFile.Subject("npm", "notes-mcp", "1.0.0", "", "npm:notes-mcp"),
                        file.started(),
                        file.toolVersion(),
                        file.settings());
        assertThat(Judge.judge(new Evidence(named, List.of(), quiet), RULES).summary())
                .contains("did not come up");
    }

    private static Coverage failed(String why) {
        return coverage(Map.of(Phase.START, new PhaseResult(PhaseResult.Status.FAILED, 1, why)));
    }

    private static Coverage coverage(Map<Phase, PhaseResult> phases) {
        return new Coverage(phases, Map.of(), new ToolCoverage(0, 0, 0), Isolation.none());
    }
}
