package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** One theft is one finding with its chain; the rest hangs below it. */
final class TheftsTest {

    private static final RuleSet RULES = RuleSet.load();
    private static final Recordings KEPT = Recordings.kept();

    @ParameterizedTest
    @ValueSource(strings = {"thief-curl", "thief-env-node", "thief-dns-python", "key-collector"})
    void ofAThiefOneCriticalFindingStandsForItself(String sample) {
        List<Finding> findings = judged(sample).findings();

        assertThat(findings.size()).as("%s", findings).isGreaterThan(2);
        assertThat(findings)
                .filteredOn(finding -> finding.severity().name().equals("CRITICAL"))
                .filteredOn(finding -> finding.partOf().isEmpty())
                .as("%s", findings)
                .hasSize(1);
        assertThat(findings).anyMatch(finding -> !finding.partOf().isEmpty());
    }

    @Test
    void theHeadTellsTheReadAndTheRequest() {
        Finding head =
                judged("thief-curl").findings().stream()
                        .filter(finding -> finding.rule().equals("bait-left"))
                        .filter(finding -> finding.partOf().isEmpty())
                        .findFirst()
                        .orElseThrow();

        assertThat(head.message()).contains("exfiltrated", "It had been read from ~/");
    }

    @Test
    void whatHasNothingToDoWithATheftStandsForItself() {
        assertThat(judged("persist-shell").findings())
                .allMatch(finding -> finding.partOf().isEmpty());
    }

    private static Judgement judged(String sample) {
        return Judge.judge(KEPT.of(sample), RULES);
    }
}
