package io.mcpsf.report.intel;

import io.mcpsf.json.Json;
import io.mcpsf.model.Finding;
import io.mcpsf.report.Report;
import io.mcpsf.report.Standards;
import io.mcpsf.text.JsonText;
import io.mcpsf.text.Printable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A layer for the ATT&CK Navigator: the techniques seen, scored by the worst finding. */
public final class Navigator {

    private static final int TEXT = 300;

    private final Report report;

    public Navigator(Report report) {
        this.report = report;
    }

    public String text() {
        String version = new Standards().version("attack");
        ObjectNode layer =
                Json.object()
                        .put(
                                "name",
                                Printable.line(
                                        "mcpsf: " + report.evidence().file().subject().name(),
                                        TEXT))
                        .put("domain", "enterprise-attack")
                        .put("description", Printable.line(report.judgement().summary(), TEXT));
        layer.putObject("versions")
                .put("attack", version.replaceAll("\\..*", ""))
                .put("navigator", "5.1.0")
                .put("layer", "4.5");
        layer.put("sorting", 3).put("hideDisabled", false);
        layer.putObject("gradient")
                .put("minValue", 0)
                .put("maxValue", 100)
                .putArray("colors")
                .add("#ffffff")
                .add("#f4b183")
                .add("#b3161f");
        ArrayNode metadata = layer.putArray("metadata");
        metadata.addObject().put("name", "ATT&CK version").put("value", version);
        metadata.addObject().put("name", "case").put("value", report.evidence().file().id());
        ArrayNode techniques = layer.putArray("techniques");
        seen().forEach((id, by) -> techniques.add(technique(id, by)));
        return JsonText.visible(Json.pretty(layer));
    }

    private Map<String, Set<Finding>> seen() {
        var seen = new TreeMap<String, Set<Finding>>();
        for (Finding finding : report.all()) {
            report.rule(finding)
                    .ifPresent(
                            rule ->
                                    rule.references()
                                            .attack()
                                            .forEach(
                                                    id ->
                                                            seen.computeIfAbsent(
                                                                            id,
                                                                            key ->
                                                                                    new LinkedHashSet<>())
                                                                    .add(finding)));
        }
        return seen;
    }

    private ObjectNode technique(String id, Set<Finding> findings) {
        int score = findings.stream().mapToInt(f -> f.severity().ordinal() * 25).max().orElse(0);
        String comment =
                findings.stream()
                        .map(f -> f.rule() + ": " + f.message())
                        .reduce((a, b) -> a + "; " + b)
                        .orElse("");
        return Json.object()
                .put("techniqueID", id)
                .put("score", score)
                .put("comment", Printable.line(comment, TEXT))
                .put("enabled", true)
                .put("showSubtechniques", id.contains("."));
    }
}
