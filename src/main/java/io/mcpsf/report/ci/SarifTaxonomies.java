package io.mcpsf.report.ci;

import io.mcpsf.json.Json;
import io.mcpsf.model.Finding;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.report.Report;
import io.mcpsf.report.Standards;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The catalogues that the rules of a run refer to, as SARIF has them. */
final class SarifTaxonomies {

    private final Report report;
    private final Standards standards;

    SarifTaxonomies(Report report, Standards standards) {
        this.report = report;
        this.standards = standards;
    }

    ArrayNode all() {
        ArrayNode array = Json.array();
        used().forEach(
                        (catalogue, ids) -> {
                            ObjectNode node =
                                    array.addObject()
                                            .put("name", catalogue)
                                            .put("version", standards.version(catalogue));
                            node.putObject("shortDescription")
                                    .put("text", standards.name(catalogue) + ".");
                            ArrayNode taxa = node.putArray("taxa");
                            ids.forEach(
                                    (id, title) ->
                                            taxa.addObject()
                                                    .put("id", id)
                                                    .putObject("shortDescription")
                                                    .put("text", title + "."));
                        });
        return array;
    }

    ArrayNode names() {
        ArrayNode array = Json.array();
        int index = 0;
        for (String catalogue : used().keySet()) {
            array.addObject().put("name", catalogue).put("index", index++);
        }
        return array;
    }

    ArrayNode relationships(RuleInfo rule) {
        ArrayNode array = Json.array();
        for (Standards.Reference reference : standards.of(rule)) {
            ObjectNode relation = array.addObject();
            relation.putObject("target")
                    .put("id", reference.id())
                    .putObject("toolComponent")
                    .put("name", reference.catalogue());
            relation.putArray("kinds").add("relevant");
        }
        return array;
    }

    private Map<String, Map<String, String>> used() {
        var used = new LinkedHashMap<String, Map<String, String>>();
        report.all().stream()
                .map(Finding::rule)
                .distinct()
                .sorted()
                .map(id -> report.rules().get(id))
                .filter(Objects::nonNull)
                .flatMap(rule -> standards.of(rule).stream())
                .forEach(
                        reference ->
                                used.computeIfAbsent(reference.catalogue(), key -> new TreeMap<>())
                                        .put(
                                                reference.id(),
                                                reference.title().isEmpty()
                                                        ? reference.id()
                                                        : reference.title()));
        return used;
    }
}
