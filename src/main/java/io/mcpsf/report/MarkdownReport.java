package io.mcpsf.report;

import static io.mcpsf.text.MarkdownText.cell;
import static io.mcpsf.text.MarkdownText.code;
import static io.mcpsf.text.MarkdownText.codeCell;
import static io.mcpsf.text.MarkdownText.prose;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Seen;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code report.md}: the case as a comment on a pull request. */
public final class MarkdownReport {

    /** A comment is refused beyond 65,536 characters; these caps stay well below. */
    private static final int MAX_FINDINGS = 50;

    private static final int MAX_PROOFS = 5;
    private static final int MAX_DETAILED = 25;
    private static final int CELL = 160;
    private static final int PROSE = 400;
    private static final int MAX_PLACES = 2_000;
    private static final int REQUEST = 2_000;

    private final Report report;
    private final Judgement judgement;
    private final CaseFile file;
    private final List<String> out = new ArrayList<>();

    public MarkdownReport(Report report) {
        this.report = report;
        this.judgement = report.judgement();
        this.file = report.evidence().file();
    }

    public String text() {
        head();
        risk();
        findings();
        suppressed();
        requests();
        doubts();
        permissions();
        coverage();
        recommendations();
        foot();
        return String.join("\n", out) + "\n";
    }

    private void head() {
        CaseFile.Subject subject = file.subject();
        line(
                "## mcpsf: %s, %s",
                verdict(), judgement.scored() ? judgement.riskInWords() + "/100" : "no risk score");
        line("");
        line(
                "%s %s (%s)",
                code(subject.name(), CELL),
                prose(subject.version(), CELL),
                prose(subject.kind(), 40));
        line("");
        line("**%s**", prose(judgement.summary(), PROSE));
        line("");
    }

    private String verdict() {
        return ClosingScreen.words(judgement.verdict());
    }

    private void risk() {
        Judgement.Risk risk = judgement.risk();
        if (!judgement.scored()) {
            return;
        }
        line("| malice | exposure | assurance | **risk** |");
        line("| --: | --: | --: | --: |");
        line(
                "| %d | %d | %d | **%d** |",
                risk.malice(), risk.exposure(), risk.assurance(), risk.score());
        line("");
        for (Judgement.Item item : risk.items().stream().limit(MAX_FINDINGS).toList()) {
            line("- **%+d** %s", item.points(), prose(item.reason(), PROSE));
        }
        gap();
    }

    private void findings() {
        List<Finding> findings = report.heads();
        line("### Findings");
        line("");
        if (findings.isEmpty()) {
            line("None.");
            line("");
            return;
        }
        line("| severity | finding | what happened | where |");
        line("| --- | --- | --- | --- |");
        for (Finding finding : findings.stream().limit(MAX_FINDINGS).toList()) {
            line(
                    "| %s | %s<br>%s, %s | %s | %s |",
                    finding.severity(),
                    cell(report.title(finding), CELL),
                    code(finding.rule(), 80),
                    InWords.lower(finding.confidence()),
                    cell(finding.message(), CELL) + parts(finding),
                    place(finding));
        }
        if (findings.size() > MAX_FINDINGS) {
            line("");
            line("And %d more in `report.json`.", findings.size() - MAX_FINDINGS);
        }
        line("");
        line("### Evidence");
        line("");
        findings.stream().limit(MAX_DETAILED).forEach(this::proofs);
    }

    /** What hangs below it, by name. */
    private String parts(Finding finding) {
        List<String> rules =
                report.partsOf(finding).stream()
                        .map(part -> code(part.rule(), 80))
                        .distinct()
                        .limit(MAX_PROOFS)
                        .toList();
        return rules.isEmpty() ? "" : "<br>With it: " + String.join(", ", rules);
    }

    private void suppressed() {
        List<Review.Suppressed> suppressed = report.review().suppressed();
        if (suppressed.isEmpty()) {
            return;
        }
        line("### Suppressed findings");
        line("");
        suppressed.stream()
                .limit(MAX_FINDINGS)
                .forEach(
                        s ->
                                line(
                                        "- %s until %s: %s",
                                        code(s.finding(), 80),
                                        prose(s.expires(), 20),
                                        prose(s.reason(), PROSE)));
        line("");
    }

    private String place(Finding finding) {
        String phase = InWords.phase(finding.phase());
        return finding.tool().isEmpty() ? phase : phase + ", tool " + codeCell(finding.tool(), 80);
    }

    private void proofs(Finding finding) {
        line("- %s: %s", code(finding.rule(), 80), prose(report.title(finding), CELL));
        for (long seq : finding.seen().stream().limit(MAX_PROOFS).toList()) {
            String what =
                    report.seen(seq)
                            .map(Seen::what)
                            .map(InWords::of)
                            .orElse("missing from the evidence");
            line("  - line %d: %s", seq, code(what, PROSE));
        }
        if (finding.seen().size() > MAX_PROOFS) {
            line("  - and %d more", finding.seen().size() - MAX_PROOFS);
        }
        String request = Reproduce.request(finding, report.evidence());
        if (!request.isEmpty()) {
            line("  - reproduce: %s", code(request, REQUEST));
        }
        String advice = report.rule(finding).map(RuleInfo::advice).orElse("");
        if (!advice.isEmpty()) {
            line("  - advice: %s", prose(advice, PROSE));
        }
        if (report.heads().getLast().equals(finding)) {
            line("");
        }
    }

    private void requests() {
        var requests = new Requests(report.evidence());
        if (requests.all().isEmpty()) {
            return;
        }
        gap();
        line("### Requests");
        line("");
        line("| request | sent | where | line |");
        line("| --- | --: | --- | --: |");
        for (var request : requests.all().stream().limit(MAX_DETAILED).toList()) {
            String phase = InWords.phase(request.at().phase());
            String tool = requests.tool(request.at());
            line(
                    "| %s | %d bytes | %s | %d |",
                    codeCell(request.what().method() + " " + request.what().url(), CELL),
                    request.what().bodyBytes(),
                    tool.isEmpty() ? phase : phase + ", tool " + codeCell(tool, 80),
                    request.at().seq());
        }
        long more = requests.total() - Math.min(MAX_DETAILED, requests.all().size());
        if (more > 0) {
            line("");
            line("And %d more in `evidence.jsonl`.", more);
        }
        line("");
    }

    private void doubts() {
        if (judgement.doubts().isEmpty() && judgement.notEvaluated().isEmpty()) {
            return;
        }
        gap();
        line("### Gaps");
        line("");
        judgement.doubts().stream()
                .limit(MAX_FINDINGS)
                .forEach(doubt -> line("- %s", prose(doubt, PROSE)));
        judgement.notEvaluated().stream()
                .limit(MAX_FINDINGS)
                .forEach(n -> line("- rule %s: %s", code(n.rule(), 80), prose(n.why(), PROSE)));
        line("");
    }

    /** Only what is declared, in its code or seen: the rest is a row of nothing. */
    private void permissions() {
        List<Powers.Power> powers =
                new Powers(report.evidence())
                        .all().stream()
                                .filter(
                                        p ->
                                                p.seen().times() > 0
                                                        || !p.code().examples().isEmpty()
                                                        || !p.declared().equals("not declared"))
                                .toList();
        if (powers.isEmpty()) {
            return;
        }
        gap();
        line("### Permissions");
        line("");
        line("| permission | declared | in code | observed |");
        line("| --- | --- | --- | --- |");
        for (Powers.Power power : powers) {
            line(
                    "| %s | %s | %s | %s |",
                    cell(power.name(), CELL),
                    cell(power.declared(), CELL),
                    cell(power.code().words(), CELL),
                    cell(power.seen().words(), CELL));
        }
        line("");
    }

    private void coverage() {
        Coverage coverage = report.evidence().coverage();
        gap();
        line("### Coverage");
        line("");
        line("| phase | status | time | |");
        line("| --- | --- | --: | --- |");
        coverage.phases()
                .forEach(
                        (phase, result) ->
                                line(
                                        "| %s | %s | %s | %s |",
                                        InWords.phase(phase),
                                        InWords.lower(result.status()),
                                        ClosingScreen.seconds(result.millis()),
                                        cell(result.why(), CELL)));
        line("");
        line("| sensor | status | events | lost | |");
        line("| --- | --- | --: | --: | --- |");
        coverage.senses()
                .forEach(
                        (sense, health) ->
                                line(
                                        "| %s | %s | %d | %d | %s |",
                                        InWords.lower(sense),
                                        InWords.health(health.health()),
                                        health.events(),
                                        health.lost(),
                                        cell(health.why(), CELL)));
        line("");
        line(
                "Tools: %s. Isolation: %s.",
                new ToolCounts(report.evidence()).words(),
                prose(InWords.isolation(coverage.isolation()), PROSE));
        String attack = new AttackCoverage(report.evidence()).words();
        if (!attack.isEmpty()) {
            line("");
            line("%s", prose(attack, MAX_PLACES));
        }
        line("");
    }

    private void recommendations() {
        if (judgement.recommendations().isEmpty()) {
            return;
        }
        NextSteps next = NextSteps.of(report);
        steps(next.mixed() ? "What to do, for users" : "What to do", next.users());
        steps(next.mixed() ? "What to do, for maintainers" : "What to do", next.maintainers());
    }

    private void steps(String heading, List<String> steps) {
        if (!steps.isEmpty()) {
            line("### " + heading);
            line("");
            steps.stream().limit(MAX_FINDINGS).forEach(step -> line("- %s", prose(step, PROSE)));
            line("");
        }
    }

    private void foot() {
        line(
                "Case %s, %s, mcpsf %s. Reproduce: %s",
                code(file.id(), 80),
                file.started(),
                prose(file.toolVersion(), 40),
                code(Reproduce.command(file), PROSE));
    }

    private void gap() {
        if (!out.getLast().isEmpty()) {
            line("");
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation would be a dependency of its own
    private void line(String form, Object... values) {
        out.add(values.length == 0 ? form : String.format(Locale.ROOT, form, values));
    }
}
