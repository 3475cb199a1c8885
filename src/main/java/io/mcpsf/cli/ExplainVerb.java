package io.mcpsf.cli;

import io.mcpsf.model.RuleInfo;
import io.mcpsf.run.request.Explained;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Columns;
import io.mcpsf.text.Printable;
import io.mcpsf.text.Spelling;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * {@code explain RULE}: what a rule says about itself, and the stories that show where its border
 * is.
 */
record ExplainVerb(Console console, Ports ports) implements Verb {

    private static final int LABEL = 12;

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandOptions.command("explain", "Explains a detection rule.");
        spec.addPositional(
                CommandOptions.word(
                        "RULE", "1", "The id of a rule, as listed by mcpsf detectors."));
        return spec.addOption(CommandOptions.colour());
    }

    @Override
    public int run(ParseResult words) {
        var style =
                new Style(
                        console.outScreen(
                                CommandOptions.choice(words, "--color", CommandOptions.COLOURS)));
        Explained explained = find(CommandOptions.first(words));
        RuleInfo rule = explained.info();
        console.out().println(style.bold(rule.id()) + "  " + Printable.line(rule.title()));
        console.out().println();
        row(style, "", explained.description());
        console.out().println();
        row(style, "severity", lower(rule.severity()) + ", " + lower(rule.confidence()));
        row(style, "axis", lower(rule.axis()));
        row(style, "maturity", lower(rule.maturity()));
        row(
                style,
                "needs",
                rule.needs().stream()
                        .sorted()
                        .map(ExplainVerb::lower)
                        .collect(Collectors.joining(", ")));
        row(style, "ATT&CK", String.join(", ", rule.references().attack()));
        row(style, "CWE", String.join(", ", rule.references().cwe()));
        row(style, "OWASP MCP", String.join(", ", rule.references().owaspMcp()));
        row(style, "advice", rule.advice());
        explained.fires().forEach(story -> row(style, "fires on", story));
        explained.spares().forEach(story -> row(style, "spares", story));
        row(style, "written in", explained.home());
        return ExitCode.FINE;
    }

    private Explained find(String id) {
        return ports.explaining().apply(id).orElseThrow(() -> unknown(id, ports.rules().get()));
    }

    private static UsageException unknown(String id, List<RuleInfo> rules) {
        List<String> ids = rules.stream().map(RuleInfo::id).toList();
        String close =
                Spelling.nearest(id, ids)
                        .orElseGet(
                                () ->
                                        ids.stream()
                                                .filter(known -> sharesAWord(known, id))
                                                .limit(5)
                                                .collect(Collectors.joining(", ")));
        return new UsageException(
                "unknown rule: " + id,
                "there is no rule with this id",
                (close.isEmpty() ? "" : "did you mean %s? ".formatted(close))
                        + "mcpsf detectors lists all rules");
    }

    private static boolean sharesAWord(String known, String asked) {
        return List.of(asked.toLowerCase(Locale.ROOT).split("[^a-z0-9]+")).stream()
                .anyMatch(word -> word.length() > 2 && known.contains(word));
    }

    private void row(Style style, String label, String value) {
        if (value.isEmpty()) {
            return;
        }
        List<String> lines = Columns.wrap(Printable.line(value, 2000), 84, 20);
        for (int i = 0; i < lines.size(); i++) {
            console.out()
                    .println(style.dim(Columns.pad(i == 0 ? label : "", LABEL)) + lines.get(i));
        }
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
