package io.mcpsf.cli;

import io.mcpsf.model.Evidence;
import io.mcpsf.report.Report;
import io.mcpsf.report.change.CaseDiff;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.util.List;

/** {@code diff A B}: what the second case shows that the first does not. */
record DiffVerb(Console console, Ports ports) implements Verb {

    private static final int KIND = 11;

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "diff", "Compares two cases: hosts, files, processes, tools and findings.");
        spec.addPositional(CommandOptions.word("BEFORE", "1", KnownCase.WORD));
        spec.addPositional(CommandOptions.second("AFTER", "The case to compare."));
        spec.addOption(CommandOptions.option("FORMAT", "text (default) or json.", "--format"));
        spec.addOption(CommandOptions.colour());
        spec.usageMessage().footer("", "Exit codes: 0 nothing new, 1 something new, 2 usage");
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        String format = CommandOptions.choice(words, "--format", List.of("text", "json"));
        var style =
                new Style(
                        console.outScreen(
                                CommandOptions.choice(words, "--color", CommandOptions.COLOURS)));
        Report before = report(KnownCase.of(CommandOptions.first(words)).evidence());
        Report after = report(KnownCase.of(CommandOptions.second(words)).evidence());
        var diff = new CaseDiff(before, after);
        if (format.equals("json")) {
            console.out().print(diff.json());
        } else {
            print(style, before, after, diff);
        }
        return diff.grew() ? ExitCode.FINDINGS : ExitCode.FINE;
    }

    private Report report(Evidence evidence) {
        return Report.of(evidence, ports.judging().apply(evidence), ports.rules().get());
    }

    private void print(Style style, Report before, Report after, CaseDiff diff) {
        console.out().println(style.dim("before  ") + line(before));
        console.out().println(style.dim("after   ") + line(after));
        console.out().println();
        diff.changes().forEach(change -> console.out().println(change(style, change)));
        if (diff.changes().isEmpty()) {
            console.out().println("No differences.");
        }
    }

    private static String line(Report report) {
        var subject = report.evidence().file().subject();
        return Printable.line(
                "%s %s  %s, %s"
                        .formatted(
                                subject.name(),
                                subject.version(),
                                report.judgement().verdict().name().replace('_', ' '),
                                report.judgement().riskInWords()));
    }

    /** One change on a line: green for gone, red for new. */
    static String change(Style style, CaseDiff.Change change) {
        String line =
                change.sign()
                        + " "
                        + Printable.line(
                                change.kind()
                                        + " ".repeat(Math.max(1, KIND - change.kind().length()))
                                        + change.what(),
                                200);
        return switch (change.sign()) {
            case '+' -> style.bad(line);
            case '-' -> style.good(line);
            default -> style.warn(line);
        };
    }
}
