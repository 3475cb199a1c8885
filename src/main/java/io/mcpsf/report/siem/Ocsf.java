package io.mcpsf.report.siem;

import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Severity;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Remedies;
import io.mcpsf.report.Report;
import io.mcpsf.report.Standards;
import io.mcpsf.text.JsonText;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.stream.Collectors;

/** Findings as Detection Findings of the Open Cybersecurity Schema Framework, one a line. */
public final class Ocsf {

    private static final String VERSION = "1.4.0";
    private static final int FINDINGS = 2;
    private static final int DETECTION_FINDING = 2004;
    private static final int CREATE = 1;
    private static final int MAX_EVIDENCE = 20;

    private final Report report;
    private final Alerts alerts;
    private final Standards standards = new Standards();
    private final Remedies remedies = new Remedies();

    public Ocsf(Report report) {
        this.report = report;
        this.alerts = new Alerts(report);
    }

    public String text() {
        return alerts.all().stream()
                .map(finding -> JsonText.visible(Json.text(line(finding))) + "\n")
                .collect(Collectors.joining());
    }

    private ObjectNode line(Finding finding) {
        CaseFile file = report.evidence().file();
        long when = alerts.when(finding).toEpochMilli();
        ObjectNode node =
                Json.object()
                        .put("category_uid", FINDINGS)
                        .put("category_name", "Findings")
                        .put("class_uid", DETECTION_FINDING)
                        .put("class_name", "Detection Finding")
                        .put("activity_id", CREATE)
                        .put("activity_name", "Create")
                        .put("type_uid", DETECTION_FINDING * 100 + CREATE)
                        .put("time", when)
                        .put("severity_id", severity(finding.severity()))
                        .put("severity", title(finding.severity()))
                        .put("confidence_id", confidence(finding.confidence()))
                        .put("is_alert", true)
                        .put("status_id", 1)
                        .put("status", "New")
                        .put("message", Alerts.plain(finding.message()));
        if (report.judgement().scored()) {
            node.put("risk_score", report.judgement().risk().score());
        }
        ObjectNode metadata = node.putObject("metadata").put("version", VERSION);
        metadata.put("uid", file.id() + "/" + finding.id());
        metadata.putObject("product")
                .put("name", "mcpsf")
                .put("vendor_name", "mcpsf")
                .put("version", file.toolVersion());
        node.set("finding_info", info(finding, when));
        report.rule(finding)
                .ifPresent(
                        rule -> node.putObject("remediation").put("desc", remedies.of(rule).now()));
        node.putArray("resources")
                .addObject()
                .put("type", "MCP server")
                .put("name", Alerts.plain(file.subject().name()))
                .put("version", Alerts.plain(file.subject().version()))
                .put("uid", file.subject().sha256());
        ArrayNode evidences = node.putArray("evidences");
        finding.seen().stream()
                .limit(MAX_EVIDENCE)
                .forEach(
                        seq ->
                                report.seen(seq)
                                        .ifPresent(
                                                s ->
                                                        evidences
                                                                .addObject()
                                                                .putObject("data")
                                                                .put("evidence", seq)
                                                                .put(
                                                                        "seen",
                                                                        Alerts.plain(
                                                                                InWords.of(
                                                                                        s
                                                                                                .what())))));
        node.putObject("unmapped")
                .put("verdict", report.judgement().verdict().name())
                .put("phase", InWords.lower(finding.phase()))
                .put("tool", Alerts.plain(finding.tool()));
        return node;
    }

    private ObjectNode info(Finding finding, long when) {
        ObjectNode info =
                Json.object()
                        .put("uid", finding.id())
                        .put("title", report.title(finding))
                        .put("desc", Alerts.plain(finding.message()))
                        .put("created_time", when)
                        .put("first_seen_time", when);
        info.putArray("types").add(InWords.lower(finding.axis()));
        info.putObject("analytic")
                .put("uid", finding.rule())
                .put("name", report.title(finding))
                .put("type_id", 1)
                .put("type", "Rule");
        report.rule(finding)
                .ifPresent(
                        rule -> {
                            ArrayNode attacks = info.putArray("attacks");
                            rule.references()
                                    .attack()
                                    .forEach(
                                            id ->
                                                    attacks.addObject()
                                                            .put(
                                                                    "version",
                                                                    standards.version("attack"))
                                                            .putObject("technique")
                                                            .put("uid", id));
                        });
        return info;
    }

    private static int severity(Severity severity) {
        return switch (severity) {
            case INFO -> 1;
            case LOW -> 2;
            case MEDIUM -> 3;
            case HIGH -> 4;
            case CRITICAL -> 5;
        };
    }

    private static String title(Severity severity) {
        return switch (severity) {
            case INFO -> "Informational";
            case LOW -> "Low";
            case MEDIUM -> "Medium";
            case HIGH -> "High";
            case CRITICAL -> "Critical";
        };
    }

    private static int confidence(Confidence confidence) {
        return switch (confidence) {
            case WEAK -> 1;
            case LIKELY -> 2;
            case PROVEN -> 3;
        };
    }
}
