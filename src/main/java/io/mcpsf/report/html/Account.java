package io.mcpsf.report.html;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Health;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.AttackCoverage;
import io.mcpsf.report.InWords;
import io.mcpsf.report.IsolationControls;
import io.mcpsf.report.Powers;
import io.mcpsf.report.Remedies;
import io.mcpsf.report.Report;
import io.mcpsf.report.Reproduce;
import io.mcpsf.report.ToolCounts;

import java.util.List;

/** What it may and did, how well we could see, what to do in an incident, and how to repeat it. */
final class Account {

    private static final int MAX_RULES = 100;

    private final Report report;
    private final Page page;

    Account(Report report, Page page) {
        this.report = report;
        this.page = page;
    }

    void permissions() {
        page.section(
                "permissions",
                PageText.PERMISSIONS,
                () -> {
                    page.put("p", "hint", PageText.PERMISSIONS_HINT);
                    var table = new Table(page, PageText.PERMISSIONS_TABLE);
                    table.head("permission", "declared", "in code", "observed", "events");
                    var powers = new Powers(report.evidence()).all();
                    powers.forEach(
                            power ->
                                    table.row(
                                            power.against(),
                                            () -> table.text(power.name()),
                                            () -> table.text(power.declared()),
                                            () -> table.text(power.code().words()),
                                            () -> table.text(power.seen().words()),
                                            () -> table.events(examples(power))));
                    table.write(powers.size());
                });
    }

    /** What was done says more than what could be. */
    private static List<Long> examples(Powers.Power power) {
        return power.seen().examples().isEmpty()
                ? power.code().examples()
                : power.seen().examples();
    }

    void playbook() {
        Verdict verdict = report.judgement().verdict();
        if (verdict != Verdict.MALICIOUS && verdict != Verdict.SUSPICIOUS) {
            return;
        }
        var remedies = new Remedies();
        page.section(
                "playbook",
                remedies.when(),
                () ->
                        page.box(
                                "ol",
                                "playbook",
                                () ->
                                        remedies.playbook()
                                                .forEach(
                                                        step ->
                                                                page.in(
                                                                        "li",
                                                                        () -> {
                                                                            page.put(
                                                                                    "b",
                                                                                    "",
                                                                                    step.name());
                                                                            page.put(
                                                                                    "span",
                                                                                    "",
                                                                                    step.words());
                                                                        }))));
    }

    void coverage() {
        Coverage coverage = report.evidence().coverage();
        page.section(
                "coverage",
                PageText.COVERAGE,
                () -> {
                    page.put(
                            "p",
                            "",
                            PageText.TOOL_COVERAGE.formatted(
                                    new ToolCounts(report.evidence()).words(),
                                    InWords.isolation(coverage.isolation())));
                    String attack = new AttackCoverage(report.evidence()).words();
                    if (!attack.isEmpty()) {
                        page.put("p", "", attack);
                    }
                    senses(coverage);
                    isolation(coverage.isolation());
                    notEvaluated();
                });
    }

    /** Only a scan of a project has them. */
    void controls() {
        var controls = new IsolationControls(report.evidence()).all();
        if (controls.isEmpty()) {
            return;
        }
        page.section(
                "controls",
                PageText.ISOLATION_CONTROLS,
                () -> {
                    page.put("p", "hint", PageText.ISOLATION_CONTROLS_HINT);
                    var table = new Table(page, PageText.ISOLATION_CONTROLS);
                    table.head("promise", "held", "shown by", "events");
                    controls.forEach(
                            control ->
                                    table.row(
                                            control.state() != IsolationControls.State.HELD,
                                            () -> table.text(control.promise()),
                                            () -> table.text(InWords.lower(control.state())),
                                            () -> table.text(control.shownBy()),
                                            () -> table.events(control.events())));
                    table.write(controls.size());
                });
    }

    private void senses(Coverage coverage) {
        var table = new Table(page, PageText.SENSORS);
        table.head("sensor", "status", "events", "lost", "reason");
        coverage.senses()
                .forEach(
                        (sense, health) ->
                                table.row(
                                        health.health() != Health.FULL,
                                        () -> table.text(InWords.lower(sense)),
                                        () -> table.text(InWords.health(health.health())),
                                        () -> table.number(health.events()),
                                        () -> table.number(health.lost()),
                                        () -> table.text(health.why())));
        table.write(coverage.senses().size());
    }

    private void isolation(Isolation isolation) {
        page.in(
                "details",
                () -> {
                    page.put("summary", "", PageText.ISOLATION);
                    page.box(
                            "ul",
                            "plain",
                            () -> {
                                isolation.enforced().forEach(line -> page.put("li", "", line));
                                isolation
                                        .missing()
                                        .forEach(
                                                line ->
                                                        page.put(
                                                                "li",
                                                                "bad",
                                                                PageText.NOT_ENFORCED + line));
                            });
                },
                "class",
                "fold");
    }

    private void notEvaluated() {
        var rules = report.judgement().notEvaluated();
        if (rules.isEmpty()) {
            return;
        }
        page.put("h3", "", PageText.NOT_EVALUATED);
        page.box(
                "ul",
                "plain",
                () ->
                        rules.stream()
                                .limit(MAX_RULES)
                                .forEach(
                                        rule ->
                                                page.in(
                                                        "li",
                                                        () -> {
                                                            page.put("code", "", rule.rule());
                                                            page.text(": " + rule.why());
                                                        })));
    }

    void reproduce() {
        CaseFile file = report.evidence().file();
        page.section(
                "reproduce",
                PageText.HOW_TO_REPRODUCE,
                () -> {
                    page.block(Reproduce.command(file), 10);
                    page.box(
                            "dl",
                            "facts",
                            () -> {
                                fact(PageText.CASE, file.id());
                                fact(PageText.SOURCE, file.subject().source());
                                fact("SHA-256", file.subject().sha256());
                                fact(PageText.SEED, "" + file.settings().seed());
                                fact(PageText.JUDGE_AGAIN, "mcpsf judge " + file.id());
                            });
                });
    }

    private void fact(String term, String value) {
        page.put("dt", "", term);
        page.in("dd", () -> page.put("code", "", value));
    }
}
