package io.mcpsf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.ScanObservation.PortScanned;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.ScanObservation.ScopeGiven;
import io.mcpsf.model.ScanObservation.WeaknessReported;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Violation;
import io.mcpsf.report.IsolationControls.Control;
import io.mcpsf.report.IsolationControls.State;
import io.mcpsf.report.change.CaseDiff;
import io.mcpsf.report.ci.Sarif;
import io.mcpsf.report.html.HtmlReport;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What is said about a scan of the user's own project, in all forms. */
class ProjectReportTest {

    private static final Observation SCOPE = new ScopeGiven("172.29.0.3", "80,443");
    private static final Observation FLOW = new FlowOpened("tcp", "172.29.0.3", 80, "", 0);
    private static final Observation ENDED = new ScannerEnded("nmap", "7", "done", 1);

    @Test
    void everyPromiseOfIsolationIsShownWithItsEvidence() {
        var escape =
                new PolicyViolated(
                        Violation.NETWORK_ESCAPE, "tcp to 192.0.2.1", Violation.Action.DENY);

        assertThat(controls(SCOPE, FLOW, escape, ENDED))
                .allMatch(control -> control.state() == State.HELD)
                .anySatisfy(
                        control -> {
                            assertThat(control.shownBy()).contains("attempts that failed: 1");
                            assertThat(control.events()).containsExactly(3L);
                        })
                .anyMatch(control -> control.promise().equals("no capabilities"));
    }

    @Test
    void aConnectionOutsideOfTheScopeBreaksThePromise() {
        Observation out = new FlowOpened("tcp", "172.29.0.4", 80, "", 0);

        assertThat(controls(SCOPE, FLOW, out, ENDED))
                .filteredOn(control -> control.state() != State.HELD)
                .extracting(Control::promise, Control::state)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple(
                                "Connections lead to the scope only", State.BROKEN),
                        org.assertj.core.api.Assertions.tuple(
                                "Every connection is counted", State.NOT_SHOWN));
    }

    @Test
    void connectionsThatAreWrittenDownAsANumberAreCountedToo() {
        var three = new ScannerEnded("nmap", "7", "done", 3);

        assertThat(controls(SCOPE, FLOW, new Repeated(2, 2), three))
                .allMatch(control -> control.state() == State.HELD)
                .anyMatch(control -> control.shownBy().startsWith("3 connections carried, 0 of"));
    }

    @Test
    void aServerHasNoSuchControls() {
        assertThat(controls(FLOW)).isEmpty();
    }

    @Test
    void aWeaknessIsMappedToControlsInReportPageAndSarif() {
        Report report = report(SCOPE, FLOW, ENDED, weakness("q", 89));

        JsonNode json = Json.read(new JsonReport(report).text());
        JsonNode finding = json.path("findings").path(0);
        assertThat(finding.path("cwe").toString()).isEqualTo("[\"CWE-89\"]");
        assertThat(finding.path("controls").path("gdpr").toString()).contains("Art. 32");
        assertThat(finding.path("controls").path("hipaa").toString()).contains("164.");
        assertThat(json.path("controls")).isNotEmpty();
        assertThat(new HtmlReport(report).text())
                .contains("SOC 2", "id=\"controls\"", "Connections lead to the scope only");
        assertThat(new Sarif(report).text()).contains("owaspTop10", "weakness-sql-injection");
    }

    @Test
    void theSameWeaknessOfTheSameParameterIsOneFinding() {
        Report report = report(SCOPE, FLOW, ENDED, weakness("q", 89), weakness("q", 89));

        assertThat(report.worstFirst()).hasSize(1);
    }

    @Test
    void whatChangedSinceTheLastScanIsPortsAndWeaknesses() {
        Observation old = new PortScanned("172.29.0.3", 80, "open", "http", "nginx", "1.24");
        Observation fresh = new PortScanned("172.29.0.3", 80, "open", "http", "nginx", "1.25");

        var diff =
                new CaseDiff(
                        report(SCOPE, FLOW, ENDED, old),
                        report(SCOPE, FLOW, ENDED, fresh, weakness("q", 89)));

        assertThat(diff.changes())
                .extracting(change -> change.sign() + " " + change.kind() + " " + change.what())
                .containsExactly(
                        "+ finding SQL (high) at http://172.29.0.3/a q",
                        "+ port 172.29.0.3:80 http nginx 1.25",
                        "- port 172.29.0.3:80 http nginx 1.24");
    }

    private static WeaknessReported weakness(String parameter, int cwe) {
        return new WeaknessReported(
                "zap",
                "1",
                "SQL",
                "high",
                cwe,
                "GET",
                "http://172.29.0.3/a?q=1",
                parameter,
                "'",
                "error",
                "",
                "GET /a?q=' HTTP/1.1",
                "HTTP/1.1 500");
    }

    private static List<Control> controls(Observation... seen) {
        return new IsolationControls(report(seen).evidence()).all();
    }

    private static Report report(Observation... what) {
        var seen = new ArrayList<Seen>();
        IntStream.range(0, what.length)
                .forEach(i -> seen.add(new Seen(new Stamp(i + 1, i, Phase.SCAN, 0, 1), what[i])));
        var file =
                new CaseFile(
                        "c",
                        new CaseFile.Subject("project", "shop", "", "", "/shop"),
                        Instant.EPOCH,
                        "1",
                        new CaseFile.Settings("standard", 0, List.of(), 0));
        var coverage =
                new Coverage(
                        Map.of(Phase.SCAN, new PhaseResult(PhaseResult.Status.DONE, 1, "")),
                        Map.of(
                                Sense.NETWORK, SenseHealth.full(1),
                                Sense.SOCKETS, SenseHealth.full(1),
                                Sense.SYSCALLS, SenseHealth.full(1),
                                Sense.RESOURCES, SenseHealth.full(1)),
                        new ToolCoverage(0, 0, 0),
                        new Isolation("crun", "6.1", List.of("no capabilities"), List.of()));
        var evidence = new Evidence(file, seen, coverage);
        RuleSet rules = RuleSet.load();
        return Report.of(evidence, Judge.judge(evidence, rules), rules.infos());
    }
}
