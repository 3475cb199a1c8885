package io.mcpsf.report;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;
import io.mcpsf.text.Columns;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The worst findings in a few lines each: what it is, what was done here, and the very proof. */
final class FindingLines {

    private static final int MESSAGE_LINES = 2;
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
                    report.heads().stream()
                            .filter(finding -> finding.severity() == severity)
                            .count();
            if (count > 0) {
                String words = count + " " + InWords.lower(severity);
                parts.add(paint.severity(severity, words));
            }
        }
        return parts.isEmpty() ? paint.dim(ScreenText.NO_FINDINGS) : String.join(", ", parts);
    }

    /** As many as fit into so many lines, and a word about the others. */
    List<String> lines(int room) {
        List<List<String>> blocks = report.heads().stream().map(this::describe).toList();
        boolean all = blocks.stream().mapToInt(List::size).sum() <= room;
        List<String> lines = new ArrayList<>();
        int shown = 0;
        for (List<String> block : blocks) {
            if (!all && lines.size() + block.size() > room - 1) {
                break;
            }
            lines.addAll(block);
            shown++;
        }
        if (!all) {
            String more = ScreenText.MORE.formatted(blocks.size() - shown);
            lines.add(margin() + paint.dim(more));
        }
        return lines;
    }

    private List<String> describe(Finding finding) {
        List<String> lines = new ArrayList<>();
        String severity = Columns.pad(finding.severity().name(), label);
        String rule =
                "  " + finding.rule() + ", " + InWords.lower(finding.confidence()) + trial(finding);
        String title = paint.brief(report.title(finding), width);
        boolean ruleFits = Columns.of(title) + rule.length() <= width;
        lines.add(
                " "
                        + paint.severity(finding.severity(), severity)
                        + paint.bold(title)
                        + (ruleFits ? paint.dim(rule) : ""));
        paint.lines(finding.message(), width, MESSAGE_LINES)
                .forEach(line -> lines.add(margin() + line));
        String place = width < WIDE ? "" : "  " + paint.brief("in " + place(finding), TOOL);
        String proof = paint.brief(proof(finding), width - Columns.of(place));
        lines.add(margin() + paint.dim(proof + place));
        List<Finding> parts = report.partsOf(finding);
        if (!parts.isEmpty()) {
            String rules =
                    parts.stream().map(Finding::rule).distinct().collect(Collectors.joining(", "));
            String below = ScreenText.PARTS.formatted(parts.size(), rules);
            lines.add(margin() + paint.dim(paint.brief(below, width)));
        }
        return lines;
    }

    private String trial(Finding finding) {
        return report.rule(finding)
                .filter(rule -> rule.maturity() == Maturity.TRIAL)
                .map(rule -> ScreenText.TRIAL)
                .orElse("");
    }

    private static String place(Finding finding) {
        return finding.tool().isEmpty()
                ? "phase " + InWords.phase(finding.phase())
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
                .concat(
                        report.seen(seq)
                                .map(Seen::what)
                                .map(InWords::of)
                                .orElse(ScreenText.MISSING_EVENT));
    }

    private static boolean message(Seen seen) {
        return seen.what() instanceof NetworkObservation.RequestSent
                || seen.what() instanceof NetworkObservation.MailSent;
    }

    private String margin() {
        return " ".repeat(label + 1);
    }
}
