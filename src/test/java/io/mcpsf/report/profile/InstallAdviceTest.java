package io.mcpsf.report.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.report.Cases;
import io.mcpsf.report.Report;

import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The answer to "may I install it?" claims nothing that no sensor could have seen. */
final class InstallAdviceTest {

    @Test
    void whatWasWatchedAndNotSeenIsSaidNotToHaveHappened() {
        assertThat(new InstallAdvice(Cases.calculator()).did())
                .isEqualTo("It contacted no host, started no program and wrote no file of yours.");
    }

    @Test
    void aServerThatNobodyWatchedIsNotSaidToHaveDoneNothing() {
        assertThat(new InstallAdvice(blind(Sense.values())).did())
                .isEqualTo("What it contacts, starts and writes was not observed.");
    }

    @Test
    void aSensorThatWasBlindIsSaidBesideTheOthers() {
        assertThat(new InstallAdvice(blind(Sense.PROCESSES)).did())
                .isEqualTo(
                        "It contacted no host and wrote no file of yours. What it starts was not"
                                + " observed.");
    }

    @Test
    void ofACaseThatWasStoppedOnlyWhatWasSeenUntilThenIsTold() {
        Report calculator = Cases.calculator();
        Coverage was = calculator.evidence().coverage();
        Map<Phase, PhaseResult> phases = new EnumMap<>(was.phases());
        phases.put(Phase.STOP, new PhaseResult(PhaseResult.Status.FAILED, 0, "interrupted"));
        var evidence =
                new Evidence(
                        calculator.evidence().file(),
                        calculator.evidence().seen(),
                        new Coverage(phases, Map.of(), new ToolCoverage(0, 0, 0), was.isolation()));

        Report stopped = Report.of(evidence, calculator.judgement(), Cases.RULES);

        assertThat(new InstallAdvice(stopped).did())
                .isEqualTo("Until it was stopped: nothing was seen.");
        assertThat(stopped.unscored()).isEqualTo("the assessment was stopped");
    }

    /** The calculator, of which these were not seen. */
    private static Report blind(Sense... senses) {
        Report calculator = Cases.calculator();
        Coverage was = calculator.evidence().coverage();
        Map<Sense, SenseHealth> health = new EnumMap<>(Sense.class);
        health.putAll(was.senses());
        for (Sense sense : List.of(senses)) {
            health.put(sense, SenseHealth.blind("the server runs outside the sandbox"));
        }
        assertThat(was.sense(Sense.PROCESSES).health()).isNotEqualTo(Health.BLIND);
        var evidence =
                new Evidence(
                        calculator.evidence().file(),
                        calculator.evidence().seen(),
                        new Coverage(was.phases(), health, was.tools(), was.isolation()));
        return Report.of(evidence, calculator.judgement(), Cases.RULES);
    }
}
