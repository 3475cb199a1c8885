package io.mcpsf.report.ci;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Severity;
import io.mcpsf.report.Cases;
import io.mcpsf.report.Report;

import org.junit.jupiter.api.Test;

/** A build breaks by the test report where it breaks by the exit code. */
final class JUnitExitTest {

    @Test
    void aCaseFailsATestOnlyByAFindingThatFailsTheRun() {
        for (Report report : Cases.all().values()) {
            boolean serious =
                    report.judgement().findings().stream()
                            .map(Finding::severity)
                            .anyMatch(severity -> severity.compareTo(Severity.HIGH) >= 0);

            assertThat(new JUnit(report).text().contains("<failure")).isEqualTo(serious);
        }
    }

    @Test
    void noRunOfLettersIsLongEnoughForASecret() {
        assertThat(new JUnit(Cases.thief()).text())
                .doesNotContainPattern("(ghp|npm|sk|xox[a-z])[_-][A-Za-z0-9]{20,}")
                .doesNotContainPattern("AKIA[A-Z0-9]{16}");
    }
}
