package io.mcpsf.agent;

import io.mcpsf.json.Json;
import io.mcpsf.model.Finding;
import io.mcpsf.report.Report;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.stream.Collectors;

/** A report in a few lines of ours, its findings, and what of them the sample wrote. */
final class Reports {

    private static final int MOST = 100;

    private Reports() {}

    static ToolResult result(String id, Report report) {
        return ToolResult.of(
                """
                Case %s: %s, %s.
                %s
                Findings (rule, severity, title):
                %s
                Explain a rule with the tool explain. The full report is the resource \
                mcpsf://case/%s/report.md.\
                """
                        .formatted(
                                id,
                                report.judgement().verdict(),
                                report.judgement().riskInWords(),
                                "There is no verdict that means safe: NOTHING_SEEN is what it"
                                        + " says.",
                                titles(report),
                                id),
                messages(report),
                json(id, report));
    }

    private static String titles(Report report) {
        String lines =
                report.judgement().findings().stream()
                        .limit(MOST)
                        .map(
                                finding ->
                                        "- %s, %s: %s"
                                                .formatted(
                                                        finding.rule(),
                                                        finding.severity(),
                                                        title(report, finding)))
                        .distinct()
                        .collect(Collectors.joining("\n"));
        return lines.isEmpty() ? "none" : lines;
    }

    private static String title(Report report, Finding finding) {
        return report.rule(finding).map(rule -> rule.title()).orElse(finding.rule());
    }

    /** These quote the sample. */
    private static String messages(Report report) {
        return report.judgement().findings().stream()
                .limit(MOST)
                .map(finding -> finding.id() + " " + finding.rule() + ": " + finding.message())
                .collect(Collectors.joining("\n"));
    }

    private static ObjectNode json(String id, Report report) {
        ObjectNode root =
                Json.object()
                        .put("case", id)
                        .put("verdict", report.judgement().verdict().name())
                        .put("risk", report.judgement().riskInWords());
        ArrayNode findings = root.putArray("findings");
        report.judgement().findings().stream()
                .limit(MOST)
                .forEach(
                        finding ->
                                findings.addObject()
                                        .put("id", finding.id())
                                        .put("rule", finding.rule())
                                        .put("severity", finding.severity().name())
                                        .put("confidence", finding.confidence().name())
                                        .put("title", title(report, finding))
                                        .put("untrustedMessage", finding.message()));
        return root;
    }
}
