package io.mcpsf.report.html;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Health;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.InWords;
import io.mcpsf.report.NextSteps;
import io.mcpsf.report.Report;
import io.mcpsf.report.profile.InstallAdvice;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a reader takes away in half a minute: the verdict, why, how sure, and what to do. */
final class Overview {

    private static final int MAX_STEPS = 5;
    private static final int MAX_ITEMS = 6;
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private final Report report;
    private final Page page;

    Overview(Report report, Page page) {
        this.report = report;
        this.page = page;
    }

    void write() {
        page.in("header", this::verdict, "class", "verdict " + tone(outcome()));
        page.box("section", "card advice", this::advice);
        page.box(
                "div",
                "cards",
                () -> {
                    page.box("section", "card", this::risk);
                    page.box("section", "card", this::assurance);
                    page.box("section", "card wide", this::next);
                });
    }

    private void verdict() {
        Judgement judgement = report.judgement();
        CaseFile.Subject subject = report.evidence().file().subject();
        page.box(
                "p",
                "subject",
                () -> {
                    page.put("span", "name", subject.name()).text(" ");
                    page.put("span", "version", subject.version());
                });
        page.in(
                "h1",
                () -> {
                    page.put("span", "stamp", words(outcome()));
                    page.put("span", "sentence", judgement.summary());
                });
        page.put("p", "meaning", PageText.meaning(outcome()));
        page.box("ul", "counts", this::counts);
    }

    /** The question behind the question, before any number. */
    private void advice() {
        var advice = new InstallAdvice(report);
        page.put("h2", "", PageText.MAY_I);
        page.put("p", "answer", advice.answer());
        page.box(
                "dl",
                "facts",
                () -> {
                    fact(PageText.CAN, advice.can());
                    fact(PageText.DID, advice.did());
                    fact(PageText.ALLOW, advice.allow());
                    fact(PageText.UNSEEN, advice.unseen());
                });
        Map<String, String> files = advice.configurations();
        if (!files.isEmpty()) {
            page.in("details", () -> configurations(files), "class", "fold");
        }
    }

    private void configurations(Map<String, String> files) {
        page.put("summary", "", PageText.CONFIGURATION);
        page.put("p", "hint", PageText.CONFIGURATION_HINT);
        files.forEach(
                (client, json) -> {
                    page.put("h3", "", client);
                    page.block(json, 30);
                });
    }

    private void fact(String term, String words) {
        if (!words.isEmpty()) {
            page.put("dt", "", term);
            page.in("dd", () -> page.text(words, Page.LINE));
        }
    }

    private Verdict outcome() {
        return report.judgement().verdict();
    }

    private void counts() {
        List<Finding> findings = report.heads();
        for (Severity severity : List.of(Severity.values()).reversed()) {
            long count = findings.stream().filter(f -> f.severity() == severity).count();
            if (count > 0) {
                page.in(
                        "li",
                        () -> page.text(count + " " + InWords.lower(severity)),
                        "class",
                        "badge " + tone(severity));
            }
        }
        if (findings.isEmpty()) {
            page.put("li", "badge quiet", PageText.NO_FINDINGS);
        }
    }

    private void risk() {
        Judgement.Risk risk = report.judgement().risk();
        page.put("h2", "", PageText.RISK);
        if (!report.judgement().scored()) {
            page.put("p", "quiet", PageText.NO_SCORE.formatted(report.unscored()));
            return;
        }
        Dial.draw(page, risk.score(), PageText.RISK_SCORE, riskTone(risk.score()));
        page.put("p", "hint", PageText.AXES.formatted(risk.malice(), risk.exposure()));
        page.box(
                "ul",
                "items",
                () ->
                        risk.items().stream()
                                .limit(MAX_ITEMS)
                                .forEach(
                                        item ->
                                                page.in(
                                                        "li",
                                                        () -> {
                                                            page.put(
                                                                    "b",
                                                                    "",
                                                                    "%+d".formatted(item.points()));
                                                            page.put("span", "", item.reason());
                                                        })));
        if (risk.items().isEmpty()) {
            page.put("p", "quiet", PageText.NOTHING_ADDS);
        }
    }

    private void assurance() {
        Judgement judgement = report.judgement();
        int assurance = judgement.risk().assurance();
        page.put("h2", "", PageText.ASSURANCE);
        Dial.draw(page, assurance, PageText.ASSURANCE, assuranceTone(assurance));
        page.put("p", "hint", PageText.ASSURANCE_HINT);
        if (judgement.doubts().isEmpty()) {
            page.put("p", "quiet", observed(report.evidence().coverage()));
        } else {
            page.box(
                    "ul",
                    "items",
                    () ->
                            judgement.doubts().stream()
                                    .limit(MAX_ITEMS)
                                    .forEach(doubt -> page.put("li", "", doubt)));
        }
    }

    /** Without a doubt a sensor may still have been blind: those that only add to a run. */
    private static String observed(Coverage coverage) {
        String weak =
                Stream.of(Sense.values())
                        .filter(sense -> coverage.sense(sense).health() != Health.FULL)
                        .map(s -> InWords.weak(s, coverage.sense(s).health()))
                        .collect(Collectors.joining(", "));
        return (weak.isEmpty() ? PageText.ALL_OBSERVED : PageText.MOST_OBSERVED)
                .formatted(tools(coverage.tools()), weak);
    }

    private static String tools(ToolCoverage tools) {
        return tools.listed() == 1 && tools.exercised() == 1
                ? "its only tool"
                : "%d of %d tools".formatted(tools.exercised(), tools.listed());
    }

    private void next() {
        page.put("h2", "", PageText.NEXT_STEPS);
        NextSteps next = NextSteps.of(report);
        steps(next.mixed() ? PageText.FOR_USERS : "", next.users());
        steps(next.mixed() ? PageText.FOR_MAINTAINERS : "", next.maintainers());
        CaseFile file = report.evidence().file();
        page.box(
                "p",
                "hint",
                () ->
                        page.text(
                                PageText.ASSESSED.formatted(
                                        day(file.started()),
                                        report.duration(),
                                        file.toolVersion(),
                                        file.settings().profile())));
    }

    private void steps(String whose, List<String> steps) {
        if (steps.isEmpty()) {
            return;
        }
        if (!whose.isEmpty()) {
            page.put("h3", "", whose);
        }
        page.box(
                "ol",
                "steps",
                () -> steps.stream().limit(MAX_STEPS).forEach(step -> page.put("li", "", step)));
    }

    private String tone(Verdict verdict) {
        return InWords.lower(verdict).replace(' ', '-');
    }

    static String tone(Severity severity) {
        return InWords.lower(severity);
    }

    static String words(Enum<?> constant) {
        return constant.name().replace('_', ' ');
    }

    static String seconds(long millis) {
        return millis < 1000
                ? millis + " ms"
                : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }

    static String day(Instant at) {
        return DAY.format(at);
    }

    private static String riskTone(int score) {
        if (score >= 60) {
            return "critical";
        }
        return score >= 30 ? "medium" : "fine";
    }

    private static String assuranceTone(int assurance) {
        if (assurance >= 90) {
            return "fine";
        }
        return assurance >= 60 ? "medium" : "critical";
    }
}
