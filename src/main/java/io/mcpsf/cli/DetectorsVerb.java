package io.mcpsf.cli;

import io.mcpsf.json.Json;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Severity;
import io.mcpsf.run.Assessment;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Columns;
import io.mcpsf.text.JsonText;
import io.mcpsf.text.Printable;
import io.mcpsf.text.Spelling;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** {@code detectors}: what mcpsf looks for. */
record DetectorsVerb(Console console, Ports ports) implements Verb {

    private static final List<String> FORMATS = List.of("text", "json");
    private static final Comparator<RuleInfo> WORST_FIRST =
            Comparator.comparing(RuleInfo::severity).reversed().thenComparing(RuleInfo::id);

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandOptions.command("detectors", "Lists all detection rules.");
        spec.addOption(CommandOptions.option("FORMAT", "text or json.", "--format"));
        return spec.addOption(CommandOptions.colour());
    }

    @Override
    public int run(ParseResult words) {
        String format = CommandOptions.choice(words, "--format", FORMATS);
        var style =
                new Style(
                        console.outScreen(
                                CommandOptions.choice(words, "--color", CommandOptions.COLOURS)));
        List<RuleInfo> rules = ports.rules().get().stream().sorted(WORST_FIRST).toList();
        if (format.equals("json")) {
            ArrayNode array = Json.array();
            rules.forEach(rule -> array.add(node(rule)));
            console.out().print(JsonText.visible(Json.pretty(array)));
            return ExitCode.FINE;
        }
        int widest = rules.stream().mapToInt(rule -> rule.id().length()).max().orElse(0);
        for (RuleInfo rule : rules) {
            String trial = rule.maturity() == Maturity.TRIAL ? style.dim("  (trial)") : "";
            console.out()
                    .println(
                            severity(rule.severity(), style)
                                    + " "
                                    + style.bold(Columns.pad(rule.id(), widest))
                                    + "  "
                                    + Printable.line(rule.title(), 100)
                                    + trial);
        }
        console.out().println();
        console.out().println(rules.size() + " rules; mcpsf explain RULE shows the details of one");
        console.out()
                .println(
                        "assess --detectors takes these ids and families: "
                                + String.join(", ", Assessment.families()));
        return ExitCode.FINE;
    }

    /** What may be selected: families, then ids of rules. */
    static List<String> known(Supplier<List<RuleInfo>> rules) {
        var known = new ArrayList<>(Assessment.families());
        rules.get().forEach(rule -> known.add(rule.id()));
        return known;
    }

    /** Refuses what no rule and no family is called. */
    static void check(List<String> selected, Supplier<List<RuleInfo>> rules) {
        if (selected.isEmpty()) {
            return;
        }
        List<String> known = known(rules);
        for (String word : selected) {
            if (!known.contains(word)) {
                throw new UsageException(
                        "unknown detector: " + word,
                        "a detector is the id of a rule or one of these families: "
                                + String.join(", ", Assessment.families()),
                        Spelling.nearest(word, known)
                                        .map(near -> "did you mean %s? ".formatted(near))
                                        .orElse("")
                                + "mcpsf detectors lists all rules");
            }
        }
    }

    static ObjectNode node(RuleInfo rule) {
        ObjectNode node =
                Json.object()
                        .put("id", rule.id())
                        .put("title", rule.title())
                        .put("severity", rule.severity().name())
                        .put("confidence", rule.confidence().name())
                        .put("axis", rule.axis().name())
                        .put("maturity", rule.maturity().name());
        ArrayNode needs = node.putArray("needs");
        rule.needs().stream().sorted().forEach(sense -> needs.add(sense.name()));
        rule.references().attack().forEach(node.putArray("attack")::add);
        rule.references().cwe().forEach(node.putArray("cwe")::add);
        rule.references().owaspMcp().forEach(node.putArray("owaspMcp")::add);
        return node.put("advice", rule.advice());
    }

    private static String severity(Severity severity, Style style) {
        String word = Columns.pad(severity.name().toLowerCase(Locale.ROOT), 8);
        return switch (severity) {
            case CRITICAL, HIGH -> style.bad(word);
            case MEDIUM -> style.warn(word);
            case LOW, INFO -> style.dim(word);
        };
    }
}
