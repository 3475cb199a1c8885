package io.mcpsf.report.html;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Health;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Powers;
import io.mcpsf.report.Remedies;
import io.mcpsf.report.Report;
import io.mcpsf.report.Reproduce;

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
                "Permissions",
                () -> {
                    page.put(
                            "p",
                            "hint",
                            "What it says about itself, what its code is able to do, and what was"
                                    + " seen in the run.");
                    var table = new Table(page, "Permissions declared, in code and observed");
                    table.head("it may", "declared", "in code", "observed", "for example");
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
                "Coverage",
                () -> {
                    page.put(
                            "p",
                            "",
                            "Tools: %d listed, %d called, %d answered, %d exercised. Sealed by %s on %s."
                                    .formatted(
                                            coverage.tools().listed(),
                                            coverage.tools().called(),
                                            coverage.tools().answered(),
                                            coverage.tools().exercised(),
                                            coverage.isolation().runtime(),
                                            coverage.isolation().kernel()));
                    senses(coverage);
                    isolation(coverage.isolation());
                    notEvaluated();
                });
    }

    private void senses(Coverage coverage) {
        var table = new Table(page, "Senses");
        table.head("sense", "health", "events", "lost", "why");
        coverage.senses()
                .forEach(
                        (sense, health) ->
                                table.row(
                                        health.health() != Health.FULL,
                                        () -> table.text(InWords.lower(sense)),
                                        () -> table.text(InWords.lower(health.health())),
                                        () -> table.number(health.events()),
                                        () -> table.number(health.lost()),
                                        () -> table.text(health.why())));
        table.write(coverage.senses().size());
    }

    private void isolation(Isolation isolation) {
        page.in(
                "details",
                () -> {
                    page.put("summary", "", "What held it");
                    page.box(
                            "ul",
                            "plain",
                            () -> {
                                isolation.enforced().forEach(line -> page.put("li", "", line));
                                isolation
                                        .missing()
                                        .forEach(line -> page.put("li", "bad", "not: " + line));
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
        page.put("h3", "", "Rules that could not be applied");
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
                "How to reproduce",
                () -> {
                    page.block(Reproduce.command(file), 10);
                    page.box(
                            "dl",
                            "facts",
                            () -> {
                                fact("Case", file.id());
                                fact("Source", file.subject().source());
                                fact("SHA-256", file.subject().sha256());
                                fact("Seed", "" + file.settings().seed());
                                fact("Judge it again", "mcpsf judge " + file.id());
                            });
                });
    }

    private void fact(String term, String value) {
        page.put("dt", "", term);
        page.in("dd", () -> page.put("code", "", value));
    }
}
