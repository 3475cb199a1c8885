package io.mcpsf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.report.form.Form;
import io.mcpsf.report.profile.InstallAdvice;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** "0 listed" is said of a server that was asked for its tools, and of no other. */
final class ToolCountsTest {

    @Test
    void aServerThatWasAskedAndHasNoneListedNone() {
        Report asked = report(false, Map.of(Phase.LIST, done(10)));

        assertThat(new ToolCounts(asked.evidence()).words())
                .isEqualTo("0 listed, 0 called, 0 answered, 0 exercised");
        assertThat(Form.HTML.text(asked)).contains("The server lists no tools.");
    }

    @Test
    void aCaseThatEndedBeforeTheQuestionSaysThatItWasNotAsked() {
        Report stopped = report(false, Map.of(Phase.STOP, interrupted()));

        assertThat(screen(stopped)).contains("tools: not asked for").doesNotContain("0 listed");
        assertThat(Form.MD.text(stopped)).contains("Tools: not asked for. ");
        assertThat(Form.HTML.text(stopped))
                .contains("Tools: not asked for. ", "The server was not asked for its tools.")
                .doesNotContain("lists no tools");
    }

    @Test
    void ofACaseThatEndedAfterItTheToolsAreStillCounted() {
        Report stopped = report(true, Map.of(Phase.STOP, interrupted()));

        assertThat(screen(stopped)).contains("1 listed before the end, calls not counted");
    }

    private static PhaseResult done(long millis) {
        return new PhaseResult(PhaseResult.Status.DONE, millis, "");
    }

    private static PhaseResult interrupted() {
        return new PhaseResult(PhaseResult.Status.FAILED, 0, "interrupted");
    }

    private static String screen(Report report) {
        return new ClosingScreen(report, Screen.plain(), "", new InstallAdvice(report).brief())
                .text();
    }

    /** The calculator's case with these phases and no counts, with or without its tools. */
    private static Report report(boolean tools, Map<Phase, PhaseResult> phases) {
        Report calculator = Cases.calculator();
        Evidence was = calculator.evidence();
        List<Seen> seen =
                was.seen().stream()
                        .filter(s -> tools || !(s.what() instanceof ToolListed))
                        .toList();
        var coverage =
                new Coverage(
                        phases, Map.of(), new ToolCoverage(0, 0, 0), was.coverage().isolation());
        return Report.of(
                new Evidence(was.file(), seen, coverage), calculator.judgement(), Cases.RULES);
    }
}
