package io.mcpsf.report;

import io.mcpsf.model.RuleInfo;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Where findings stand in the catalogues of others. A rule names its ATT&CK techniques, CWEs and
 * OWASP MCP risks itself; the controls that a risk touches are data, {@code report/standards.json}.
 */
public final class Standards {

    private static final List<String> CONTROLS =
            List.of("nistCsf", "cis", "iso27001", "pciDss", "gdpr", "soc2", "hipaa");
    private static final Map<String, String> NAMES =
            Map.ofEntries(
                    Map.entry("owaspMcp", "OWASP MCP Top 10"),
                    Map.entry("owaspTop10", "OWASP Top 10"),
                    Map.entry("attack", "MITRE ATT&CK"),
                    Map.entry("cwe", "CWE"),
                    Map.entry("nistCsf", "NIST CSF"),
                    Map.entry("cis", "CIS Controls"),
                    Map.entry("iso27001", "ISO/IEC 27001"),
                    Map.entry("pciDss", "PCI DSS"),
                    Map.entry("gdpr", "GDPR"),
                    Map.entry("soc2", "SOC 2"),
                    Map.entry("hipaa", "HIPAA"));

    private final JsonNode data;

    /** An entry of a catalogue: {@code catalogue} is our key of it, {@code title} for people. */
    public record Reference(String catalogue, String id, String title) {}

    public Standards() {
        data = Resources.json("standards.json");
    }

    /** All that a rule refers to, itself or through its risks: catalogue by catalogue. */
    public List<Reference> of(RuleInfo rule) {
        var all = new ArrayList<Reference>();
        for (String risk : rule.references().owaspMcp()) {
            all.add(new Reference("owaspMcp", risk, risk(risk)));
        }
        for (String category : categories(rule)) {
            String title = data.at("/owaspTop10/" + category + "/title").asString("");
            all.add(new Reference("owaspTop10", category, title));
        }
        rule.references().attack().forEach(id -> all.add(named("attack", id)));
        rule.references().cwe().forEach(id -> all.add(named("cwe", id)));
        controls(rule)
                .forEach((catalogue, ids) -> ids.forEach(id -> all.add(named(catalogue, id))));
        return all;
    }

    /** The controls that the risks of a rule touch, by catalogue. */
    public Map<String, List<String>> controls(RuleInfo rule) {
        var controls = new LinkedHashMap<String, List<String>>();
        for (String catalogue : CONTROLS) {
            var ids = new LinkedHashSet<String>();
            for (String risk : rule.references().owaspMcp()) {
                ids.addAll(Resources.texts(data.at("/owaspMcp/" + risk + "/" + catalogue)));
            }
            for (String category : categories(rule)) {
                ids.addAll(Resources.texts(data.at("/owaspTop10/" + category + "/" + catalogue)));
            }
            controls.put(catalogue, List.copyOf(ids));
        }
        return controls;
    }

    /**
     * The OWASP Top 10 categories of a rule's CWEs. What is said about a web application is not
     * said about MCP: a rule with MCP risks has none.
     */
    public List<String> categories(RuleInfo rule) {
        if (!rule.references().owaspMcp().isEmpty()) {
            return List.of();
        }
        return data.path("owaspTop10").properties().stream()
                .filter(
                        category ->
                                Resources.texts(category.getValue().path("cwe")).stream()
                                        .anyMatch(rule.references().cwe()::contains))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The title of an OWASP MCP risk, or empty for one that is not listed. */
    public String risk(String id) {
        return data.at("/owaspMcp/" + id + "/title").asString("");
    }

    /** The version of a catalogue that its ids are taken from. */
    public String version(String catalogue) {
        return data.at("/versions/" + catalogue).asString("");
    }

    ObjectNode versions() {
        return (ObjectNode) data.path("versions").deepCopy();
    }

    /** A catalogue with its version, for people. */
    public String name(String catalogue) {
        return NAMES.getOrDefault(catalogue, catalogue) + " " + version(catalogue);
    }

    private Reference named(String catalogue, String id) {
        return new Reference(catalogue, id, name(catalogue));
    }
}
