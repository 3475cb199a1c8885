package io.mcpsf.report;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;
import io.mcpsf.text.Columns;

import java.util.ArrayList;
import java.util.List;

/** The worst findings in three lines each: what it is, what was done here, and the very proof. */
final class FindingLines {

    private static final int LINES_EACH = 3;
    private static final int TOOL = 24;

    /** Narrower than this, the proof needs the room that its place would take. */
    private static final int WIDE = 64;

    private final Report report;
    private final Paint paint;
    private final int label;
    private final int width;

    /** The severity stands in a margin of {@code label} columns, the words in {@code width}. */
    FindingLines(Report report, Paint paint, int label, int width) {
        this.report = report;
        this.paint = paint;
        this.label = label;
        this.width = width;
    }

    /** How many findings there are of each severity, worst first. */
    static String counts(Report report, Paint paint) {
        var parts = new ArrayList<String>();
        for (Severity severity : List.of(Severity.values()).reversed()) {
            long count =
                    report.worstFirst().stream()
                            .filter(finding -> finding.severity() == severity)
                            .count();
            if (count > 0) {
                String words = count + " " + InWords.lower(severity);
                parts.add(paint.severity(severity, words));
            }
        }
        return parts.isEmpty() ? paint.dim("none") : String.join(", ", parts);
    }

    /** As many as fit into so many lines, and a word about the others. */
    List<String> lines(int room) {
        List<Finding> findings = report.worstFirst();
        List<String> lines = new ArrayList<>();
        boolean all = findings.size() * LINES_EACH <= room;
        int shown = all ? findings.size() : (room - 1) / LINES_EACH;
        findings.subList(0, shown).forEach(finding -> describe(finding, lines));
        if (!all) {
            String more = "and %d more in report.md".formatted(findings.size() - shown);
            lines.add(margin() + paint.dim(more));
        }
        return lines;
    }

    private void describe(Finding finding, List<String> lines) {
        String severity = Columns.pad(finding.severity().name(), label);
        String rule =
                "  " + finding.rule() + ", " + InWords.lower(finding.confidence()) + trial(finding);
        String title = paint.safe(report.title(finding), width);
        boolean ruleFits = Columns.of(title) + rule.length() <= width;
        lines.add(
                " "
                        + paint.severity(finding.severity(), severity)
                        + paint.bold(title)
                        + (ruleFits ? paint.dim(rule) : ""));
        lines.add(margin() + paint.safe(finding.message(), width));
        String place = width < WIDE ? "" : "  " + paint.safe("in " + place(finding), TOOL);
        String proof = paint.safe(proof(finding), width - Columns.of(place));
        lines.add(margin() + paint.dim(proof + place));
    }

    private String trial(Finding finding) {
        return report.rule(finding)
                .filter(rule -> rule.maturity() == Maturity.TRIAL)
                .map(rule -> ", trial")
                .orElse("");
    }

    private static String place(Finding finding) {
        return finding.tool().isEmpty()
                ? "phase " + InWords.lower(finding.phase())
                : "tool " + finding.tool();
    }

    private String proof(Finding finding) {
        // What was sent, opened and readable, shows more than how it was found.
        long seq =
                finding.seen().stream()
                        .filter(s -> report.seen(s).filter(FindingLines::message).isPresent())
                        .findFirst()
                        .orElseGet(finding.seen()::getFirst);
        return "#%d "
                .formatted(seq)
                .concat(report.seen(seq).map(Seen::what).map(InWords::of).orElse("is not there"));
    }

    private static boolean message(Seen seen) {
        return seen.what() instanceof Observation.RequestSent
                || seen.what() instanceof Observation.MailSent;
    }

    private String margin() {
        return " ".repeat(label + 1);
    }
}
