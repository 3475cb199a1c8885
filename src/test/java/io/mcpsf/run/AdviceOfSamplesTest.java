package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.report.Report;
import io.mcpsf.report.html.HtmlReport;
import io.mcpsf.report.profile.InstallAdvice;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a report advises, of real detonations: who shows a key to its own service stole nothing. */
final class AdviceOfSamplesTest {

    private static final RuleSet RULES = RuleSet.load();
    private static final Recordings KEPT = Recordings.kept();

    @Test
    void theServiceThatAKeyWasGivenForIsOneOfItsPlaces() {
        Report login = told("stock-login-node");

        assertThat(new InstallAdvice(login).did())
                .contains("contacted ")
                .doesNotContain("accessed what");
        assertThat(page(login)).doesNotContain("place stolen");
    }

    @ParameterizedTest
    @CsvSource({"login-courier-node", "given-thief", "thief-curl"})
    void thePlaceOfAThiefIsNot(String sample) {
        Report thief = told(sample);

        assertThat(new InstallAdvice(thief).did()).contains("what no server should");
        assertThat(page(thief)).contains("place stolen");
    }

    private static Report told(String sample) {
        Evidence evidence = KEPT.of(sample);
        return Report.of(evidence, Judge.judge(evidence, RULES), RULES.infos());
    }

    private static String page(Report report) {
        return new HtmlReport(report).text();
    }
}
