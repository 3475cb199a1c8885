package io.mcpsf.report.html;

import io.mcpsf.model.Axis;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Remedies;
import io.mcpsf.report.Report;
import io.mcpsf.report.Review;
import io.mcpsf.report.Standards;

import java.util.List;
import java.util.Set;

/** Every finding with the observations it rests on, what to do about it, and its catalogues. */
final class FindingCards {

    private static final int MAX_FINDINGS = 300;
    private static final int MAX_EVIDENCE = 25;

    /** What is seen again and again says no more than the first times. */
    private static final int FIRST = 6;

    /** The catalogues that say what a finding is; the others say which control it touches. */
    private static final Set<String> SHOWN = Set.of("owaspMcp", "owaspTop10", "attack", "cwe");

    private final Report report;
    private final Page page;
    private final Remedies remedies = new Remedies();
    private final Standards standards = new Standards();

    FindingCards(Report report, Page page) {
        this.report = report;
        this.page = page;
    }

    void write() {
        List<Finding> findings = report.heads();
        page.shown(
                "findings",
                PageText.FINDINGS,
                () -> {
                    if (findings.isEmpty()) {
                        page.put("p", "quiet", PageText.NONE);
                    }
                    for (int i = 0; i < Math.min(findings.size(), MAX_FINDINGS); i++) {
                        card(findings.get(i), i == 0 && grave(findings.get(i)));
                    }
                    suppressed();
                    if (findings.size() > MAX_FINDINGS) {
                        page.put(
                                "p",
                                "quiet",
                                PageText.MORE_FINDINGS.formatted(findings.size() - MAX_FINDINGS));
                    }
                });
    }

    /** What decides a verdict is open at once; what is only noted waits. */
    private static boolean grave(Finding finding) {
        return finding.severity().compareTo(Severity.HIGH) >= 0;
    }

    private void suppressed() {
        List<Review.Suppressed> suppressed = report.review().suppressed();
        if (suppressed.isEmpty()) {
            return;
        }
        page.put("h3", "", PageText.SUPPRESSED);
        var table = new Table(page, PageText.SUPPRESSED);
        table.head("finding", "reason", "until", "by");
        suppressed.stream()
                .limit(MAX_FINDINGS)
                .forEach(
                        s ->
                                table.row(
                                        false,
                                        () -> table.code(s.finding()),
                                        () -> table.text(s.reason()),
                                        () -> table.text(s.expires()),
                                        () -> table.text(s.by())));
        table.write(suppressed.size());
    }

    private void card(Finding finding, boolean open) {
        String tone = Overview.tone(finding.severity());
        String[] attributes = {"class", "finding " + tone, "id", "finding-" + finding.id()};
        if (open) {
            attributes =
                    new String[] {attributes[0], attributes[1], "id", attributes[3], "open", ""};
        }
        page.in(
                "details",
                () -> {
                    page.in("summary", () -> summary(finding, tone));
                    page.box("div", "inside", () -> inside(finding));
                },
                attributes);
    }

    private void summary(Finding finding, String tone) {
        page.put("span", "badge " + tone, InWords.lower(finding.severity()));
        page.box(
                "span",
                "what",
                () -> {
                    page.put("span", "title", report.title(finding));
                    page.put("span", "message", finding.message());
                });
        page.put("span", "place", place(finding));
    }

    private void inside(Finding finding) {
        page.put("h3", "", PageText.EVIDENCE);
        page.in(
                "ol",
                () -> finding.seen().stream().limit(FIRST).forEach(this::evidence),
                "class",
                "evidence");
        int rest = Math.min(finding.seen().size(), MAX_EVIDENCE) - FIRST;
        if (rest > 0) {
            page.in(
                    "details",
                    () -> {
                        page.put("summary", "", PageText.MORE_EVIDENCE.formatted(rest));
                        page.in(
                                "ol",
                                () ->
                                        finding.seen().stream()
                                                .skip(FIRST)
                                                .limit(rest)
                                                .forEach(this::evidence),
                                "class",
                                "evidence");
                    },
                    "class",
                    "fold");
        }
        if (finding.seen().size() > MAX_EVIDENCE) {
            page.put(
                    "p",
                    "quiet",
                    PageText.MORE_EVIDENCE.formatted(finding.seen().size() - MAX_EVIDENCE));
        }
        report.rule(finding).ifPresent(this::remedy);
        page.box("div", "chips", () -> chips(finding));
        List<Finding> parts = report.partsOf(finding);
        if (!parts.isEmpty()) {
            page.put("h3", "", PageText.PARTS);
            parts.stream().limit(MAX_FINDINGS).forEach(part -> card(part, false));
        }
    }

    private void remedy(RuleInfo rule) {
        Remedies.Remedy remedy = remedies.of(rule);
        page.put("h3", "", PageText.FIX);
        page.box(
                "dl",
                "remedy",
                () -> {
                    boolean fixable = rule.axis() == Axis.EXPOSURE;
                    pair(PageText.FOR_USERS, fixable ? PageText.USE_WITH_CARE : remedy.now());
                    pair(
                            PageText.FOR_MAINTAINERS,
                            fixable
                                    ? (remedy.now() + " " + remedy.author()).strip()
                                    : remedy.author());
                });
    }

    private void pair(String term, String words) {
        if (!words.isEmpty()) {
            page.put("dt", "", term);
            page.in("dd", () -> page.text(words, Page.PASSAGE));
        }
    }

    private void evidence(long seq) {
        page.in(
                "li",
                () -> {
                    page.event(seq).text(" ");
                    report.seen(seq)
                            .ifPresentOrElse(
                                    this::seen,
                                    () -> page.put("span", "quiet", PageText.NOT_IN_EVIDENCE));
                });
    }

    private void seen(Seen seen) {
        page.put("code", "", InWords.of(seen.what()));
        page.put(
                "span",
                "when",
                "+%s, %s"
                        .formatted(
                                Overview.seconds(seen.at().micros() / 1000),
                                seen.at().call() == 0
                                        ? InWords.phase(seen.at().phase())
                                        : "call " + seen.at().call()));
    }

    private void chips(Finding finding) {
        chip(finding.rule(), "");
        chip(InWords.lower(finding.confidence()), "");
        chip(PageText.proof(finding.proof()), "");
        RuleInfo rule = report.rule(finding).orElse(null);
        if (rule == null) {
            return;
        }
        if (rule.maturity() == Maturity.TRIAL) {
            chip(PageText.TRIAL, "");
        }
        standards.of(rule).stream()
                .filter(reference -> SHOWN.contains(reference.catalogue()))
                .forEach(reference -> chip(reference.id(), reference.title()));
        page.in(
                "details",
                () -> {
                    page.put("summary", "", PageText.CONTROLS);
                    standards.controls(rule).forEach(this::controls);
                },
                "class",
                "controls");
    }

    private void controls(String catalogue, List<String> ids) {
        if (!ids.isEmpty()) {
            page.put("p", "", standards.name(catalogue) + ": " + String.join(", ", ids));
        }
    }

    private void chip(String words, String title) {
        if (title.isEmpty()) {
            page.put("span", "chip", words);
        } else {
            page.in("span", () -> page.text(words), "class", "chip", "title", title);
        }
        page.text(" ");
    }

    private static String place(Finding finding) {
        return finding.tool().isEmpty()
                ? "phase " + InWords.phase(finding.phase())
                : "tool " + finding.tool();
    }
}
