package io.mcpsf.report;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.Seen;
import io.mcpsf.text.Columns;

import java.util.ArrayList;
import java.util.List;

/** The worst findings in three lines each: what it is, what was done here, and the very proof. */
final class FindingLines {

    private static final int LINES_EACH = 3;
    private static final int SEVERITY = 10;

    private final Report report;
    private final Paint paint;
    private final int width;

    FindingLines(Report report, Paint paint, int width) {
        this.report = report;
        this.paint = paint;
        this.width = width;
    }

    /** As many as fit into so many lines, and a word about the others. */
    List<String> lines(int room) {
        List<Finding> findings = report.worstFirst();
        List<String> lines = new ArrayList<>();
        if (findings.isEmpty()) {
            lines.add(paint.dim("none"));
            return lines;
        }
        lines.add(paint.fit(ClosingScreen.counts(findings), width));
        int fit = Math.max(1, (room - 1) / LINES_EACH);
        if (fit < findings.size()) {
            fit = Math.max(1, (room - 2) / LINES_EACH);
        }
        int shown = Math.min(fit, findings.size());
        findings.subList(0, shown).forEach(finding -> describe(finding, lines));
        if (shown < findings.size()) {
            lines.add(paint.dim("and %d more in report.md".formatted(findings.size() - shown)));
        }
        return lines;
    }

    private void describe(Finding finding, List<String> lines) {
        String severity = Columns.pad(finding.severity().name(), SEVERITY);
        boolean trial =
                report.rule(finding).filter(r -> r.maturity() == Maturity.TRIAL).isPresent();
        String rule =
                "  %s, %s%s"
                        .formatted(
                                finding.rule(),
                                InWords.lower(finding.confidence()),
                                trial ? ", trial" : "");
        int room = width - SEVERITY;
        String title = paint.safe(report.title(finding), room);
        boolean ruleFits = Columns.of(title) + rule.length() <= room;
        lines.add(
                paint.severity(finding.severity(), severity)
                        + paint.bold(title)
                        + (ruleFits ? paint.dim(rule) : ""));
        String margin = " ".repeat(SEVERITY);
        lines.add(margin + paint.safe(finding.message(), room));
        lines.add(margin + paint.dim(paint.safe(proof(finding), room)));
    }

    /** Place first: it is short, and the observation may be long. */
    private String proof(Finding finding) {
        String place = finding.tool().isEmpty() ? "" : "tool " + finding.tool() + ", ";
        String phase = InWords.lower(finding.phase());
        long seq = finding.seen().getFirst();
        String what =
                report.seen(seq).map(Seen::what).map(InWords::of).orElse("not in the evidence");
        return "%s%s · #%d %s".formatted(place, phase, seq, what);
    }
}
