package io.mcpsf.report.intel;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Severity;
import io.mcpsf.report.Report;
import io.mcpsf.report.Resources;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ATT&CK techniques that findings stand for, by tactic. Each is listed under one tactic, the
 * one it serves in a server: names and tactics are data, {@code report/techniques.json}.
 */
public final class Techniques {

    private final Report report;
    private final JsonNode data = Resources.json("techniques.json");

    /** One of them, with the worst finding that shows it. */
    public record Technique(String id, String name, Finding finding) {}

    public Techniques(Report report) {
        this.report = report;
    }

    /** In the order in which an attack goes; tactics of which nothing was seen are left out. */
    public Map<String, List<Technique>> byTactic() {
        var worst = new TreeMap<String, Finding>();
        for (Finding finding : report.worstFirst()) {
            if (finding.severity() == Severity.INFO) {
                continue; // A fact about an honest server is no technique of an attack.
            }
            report.rule(finding)
                    .ifPresent(
                            rule ->
                                    rule.references()
                                            .attack()
                                            .forEach(id -> worst.putIfAbsent(id, finding)));
        }
        var tactics = new LinkedHashMap<String, List<Technique>>();
        for (String tactic : Resources.texts(data.path("tactics"))) {
            List<Technique> shown =
                    worst.entrySet().stream()
                            .filter(seen -> tactic(seen.getKey()).equals(tactic))
                            .map(s -> new Technique(s.getKey(), name(s.getKey()), s.getValue()))
                            .toList();
            if (!shown.isEmpty()) {
                tactics.put(tactic, shown);
            }
        }
        return tactics;
    }

    String tactic(String id) {
        return data.path("techniques").path(id).path("tactic").asString("");
    }

    String name(String id) {
        return data.path("techniques").path(id).path("name").asString("");
    }
}
