package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ScanObservation.PortScanned;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.ScanObservation.WeaknessReported;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Verdict;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

class ProjectsTest {

    private static final Observation DONE = new ScannerEnded("nmap", "7", "done", 3);

    @Test
    void whatAScannerDoesIsNotHeldAgainstAnybody() {
        var seen = new ArrayList<Observation>(List.of(DONE));
        IntStream.rangeClosed(1, 200)
                .forEach(port -> seen.add(new Connected("tcp", "172.29.0.3", port)));

        Judgement judgement = judged("project", seen);

        assertThat(judgement.findings()).isEmpty();
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(judged("npm", seen).findings()).extracting(Finding::rule).contains("port-scan");
    }

    @Test
    void aSeriousWeaknessMakesAProjectRiskyAndTheSentenceNamesIt() {
        Judgement judgement =
                judged("project", List.of(DONE, weakness("high", 89), weakness("low", 16)));

        assertThat(judgement.verdict()).isEqualTo(Verdict.RISKY);
        assertThat(judgement.summary()).startsWith("2 weaknesses, the worst: ");
        assertThat(judgement.findings())
                .extracting(Finding::rule)
                .containsExactly("weakness-sql-injection", "weakness-low");
    }

    @Test
    void aScannerThatFailedOrReachedNothingLeavesNoVerdict() {
        Observation open = new PortScanned("172.29.0.3", 80, "open", "http", "", "");

        assertThat(judged("project", List.of(open)).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged("project", List.of(DONE, new ScannerEnded("zap", "2", "done", 0))))
                .satisfies(
                        j -> {
                            assertThat(j.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
                            assertThat(j.summary()).contains("zap ended without");
                        });
        assertThat(judged("project", List.of(new ScannerEnded("nmap", "7", "cut off", 9))))
                .satisfies(j -> assertThat(j.summary()).contains("cut off"));
    }

    @Test
    void whatTwoScannersTellOfOneParameterIsOneFindingThatNamesBoth() {
        String url = "http://172.29.0.3/search";
        List<Finding> findings =
                judged(
                                "project",
                                List.of(
                                        DONE,
                                        weakness("zap", "10202", "low", 352, url + "?q=%3Cb%3E"),
                                        weakness("wapiti", "csrf", "medium", 352, url),
                                        weakness("wapiti", "xss", "medium", 79, url),
                                        weakness("zap", "40012", "high", 79, url + "?q=1#x")))
                        .findings();

        assertThat(findings)
                .extracting(Finding::rule)
                .containsExactly("weakness-cross-site-scripting", "weakness-medium");
        assertThat(findings.getFirst().seen()).containsExactly(4L, 5L);
        assertThat(findings.getFirst().message()).contains("(wapiti, zap)").contains("xcerpt");
        assertThat(findings.getLast().seen()).containsExactly(2L, 3L);
        assertThat(findings.getLast().message()).contains(" " + url + " q (zap, wapiti)");
    }

    @Test
    void whatNamesNoCweIsOnlyTheSameAsWhatThatRuleSaysAgain() {
        String url = "http://172.29.0.3/";
        assertThat(
                        judged(
                                        "project",
                                        List.of(
                                                DONE,
                                                weakness("zap", "1", "low", 0, url + "?a"),
                                                weakness("zap", "1", "low", 0, url + "?b"),
                                                weakness("zap", "2", "low", 0, url),
                                                weakness("wapiti", "1", "low", 0, url)))
                                .findings())
                .hasSize(3);
    }

    @Test
    void eachOfManyWeaknessesIsAFindingOfItsOwn() {
        var seen = new ArrayList<Observation>(List.of(DONE));
        IntStream.range(0, 70)
                .forEach(i -> seen.add(weakness("zap", "1", "high", 89, "http://172.29.0.3/" + i)));

        assertThat(judged("project", seen).findings()).hasSize(70);
    }

    @Test
    void aServerIsNotJudgedByTheRulesForProjects() {
        assertThat(judged("npm", List.of(weakness("high", 89))).findings()).isEmpty();
    }

    private static Observation weakness(String severity, int cwe) {
        return weakness("zap", "1", severity, cwe, "http://172.29.0.3/");
    }

    private static Observation weakness(
            String scanner, String rule, String severity, int cwe, String url) {
        return new WeaknessReported(
                scanner, rule, "Weak", severity, cwe, "GET", url, "q", "a", "excerpt", "", "", "");
    }

    private static Judgement judged(String kind, List<Observation> seen) {
        var file =
                new CaseFile(
                        "c",
                        new CaseFile.Subject(kind, "shop", "", "", "/shop"),
                        Instant.EPOCH,
                        "1",
                        new CaseFile.Settings("standard", 0, List.of(), 0));
        var coverage =
                new Coverage(
                        Map.of(Phase.SCAN, new PhaseResult(PhaseResult.Status.DONE, 1, "")),
                        Map.of(),
                        new ToolCoverage(0, 0, 0),
                        Isolation.none());
        List<Seen> lines =
                IntStream.range(0, seen.size())
                        .mapToObj(i -> new Seen(new Stamp(i + 1, i, Phase.SCAN, 0, 1), seen.get(i)))
                        .toList();
        return Judge.judge(new Evidence(file, lines, coverage), RuleSet.load());
    }
}
