package io.mcpsf.report.siem;

import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Finding;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;
import io.mcpsf.report.Standards;
import io.mcpsf.text.JsonText;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.stream.Collectors;

/** Findings in the Elastic Common Schema, one JSON object a line. */
public final class Ecs {

    private static final String VERSION = "8.17.0";

    private final Report report;
    private final Alerts alerts;
    private final Standards standards = new Standards();

    public Ecs(Report report) {
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
        ObjectNode node = Json.object().put("@timestamp", alerts.when(finding).toString());
        node.putObject("ecs").put("version", VERSION);
        node.put("message", Alerts.plain(report.title(finding) + ": " + finding.message()));
        ObjectNode event =
                node.putObject("event")
                        .put("kind", "alert")
                        .put("module", "mcpsf")
                        .put("dataset", "mcpsf.finding")
                        .put("id", file.id() + "/" + finding.id())
                        .put("action", finding.rule())
                        .put("severity", finding.severity().ordinal() * 25);
        if (report.judgement().scored()) {
            event.put("risk_score", report.judgement().risk().score());
        }
        event.putArray("category").add("malware");
        event.putArray("type").add("info");
        node.putObject("rule")
                .put("id", finding.rule())
                .put("name", report.title(finding))
                .put("ruleset", "mcpsf")
                .put("category", InWords.lower(finding.axis()));
        node.putObject("observer")
                .put("vendor", "mcpsf")
                .put("product", "mcpsf")
                .put("type", "sandbox")
                .put("version", file.toolVersion());
        node.putObject("package")
                .put("name", Alerts.plain(file.subject().name()))
                .put("version", Alerts.plain(file.subject().version()))
                .put("type", file.subject().kind());
        threat(node, finding);
        alerts.place(finding).ifPresent(place -> place(node, place));
        alerts.process(finding)
                .ifPresent(
                        p ->
                                node.putObject("process")
                                        .put("executable", Alerts.plain(p.path()))
                                        .put(
                                                "command_line",
                                                Alerts.plain(String.join(" ", p.argv()))));
        node.putObject("labels")
                .put("case", file.id())
                .put("verdict", report.judgement().verdict().name())
                .put("confidence", InWords.lower(finding.confidence()))
                .put("phase", InWords.lower(finding.phase()))
                .put("tool", Alerts.plain(finding.tool()));
        return node;
    }

    private void threat(ObjectNode node, Finding finding) {
        report.rule(finding)
                .filter(rule -> !rule.references().attack().isEmpty())
                .ifPresent(
                        rule -> {
                            ObjectNode threat =
                                    node.putObject("threat")
                                            .put("framework", standards.name("attack"));
                            ArrayNode ids = threat.putObject("technique").putArray("id");
                            rule.references().attack().forEach(ids::add);
                        });
    }

    private static void place(ObjectNode node, Alerts.Place place) {
        ObjectNode destination = node.putObject("destination").put("address", place.host());
        ObjectNode related = node.putObject("related");
        if (place.address()) {
            destination.put("ip", place.host());
            related.putArray("ip").add(place.host());
        } else {
            destination.put("domain", place.host());
            related.putArray("hosts").add(place.host());
        }
        if (place.port() > 0) {
            destination.put("port", place.port());
        }
        if (!place.url().isEmpty()) {
            node.putObject("url").put("full", place.url());
        }
    }
}
