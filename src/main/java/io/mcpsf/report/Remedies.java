package io.mcpsf.report;

import io.mcpsf.model.RuleInfo;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What to do about a finding: now, where the server is used (the rule's own advice), and for good,
 * where it is written. The words for authors are data, {@code report/remedies.json}, kept by
 * weakness, so that a new rule has them at once, and by rule where that says more.
 */
public final class Remedies {

    private final JsonNode data;

    /** {@code now} is for whoever runs the server, {@code author} for whoever writes it. */
    public record Remedy(String now, String author) {}

    /** One step of the playbook for incidents. */
    public record Step(String name, String words) {}

    public Remedies() {
        data = Resources.json("remedies.json");
    }

    public Remedy of(RuleInfo rule) {
        // The last weakness a rule names is its most particular one.
        Stream<String> words =
                Stream.of(
                                Stream.of(text("rules", rule.id())),
                                rule.references().cwe().reversed().stream()
                                        .map(id -> text("author", id)),
                                rule.references().owaspMcp().stream()
                                        .map(id -> text("authorByRisk", id)))
                        .flatMap(part -> part);
        return new Remedy(
                rule.advice().strip(),
                words.filter(text -> !text.isEmpty()).findFirst().orElse(""));
    }

    /** When the playbook is for. */
    public String when() {
        return data.at("/playbook/when").asString("");
    }

    /** Kill, isolate, collect, rotate: what to do where a malicious server has run. */
    public List<Step> playbook() {
        var steps = new ArrayList<Step>();
        data.at("/playbook/steps")
                .forEach(
                        step ->
                                steps.add(
                                        new Step(
                                                step.path("step").asString(""),
                                                step.path("do").asString(""))));
        return List.copyOf(steps);
    }

    private String text(String group, String id) {
        return data.path(group).path(id).asString("");
    }
}
