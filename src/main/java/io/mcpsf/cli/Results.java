package io.mcpsf.cli;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.report.Form;
import io.mcpsf.report.Report;
import io.mcpsf.report.Screen;
import io.mcpsf.run.UsageException;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.util.List;
import java.util.stream.Stream;

/** How a result is printed and what it means for a script: the same for assess and judge. */
record Results(String format, ExitCode.FailOn failOn, boolean quiet, String colour) {

    private static final List<String> FORMATS =
            Stream.concat(Stream.of("text"), Form.words().stream()).toList();

    static void declare(CommandSpec spec) {
        spec.addOption(
                Words.option(
                        "FORMAT",
                        "What goes to stdout: " + String.join(", ", FORMATS) + ".",
                        "--format"));
        spec.addOption(
                Words.option(
                        "LEVEL",
                        "Exit 1 from this severity on: critical, high (default), medium, low or"
                                + " never.",
                        "--fail-on"));
        spec.addOption(Words.flag("No progress, and the result in one line.", "-q", "--quiet"));
        spec.addOption(Words.colour());
    }

    static Results read(ParseResult words) {
        String level = Words.value(words, "--fail-on", "high");
        return new Results(
                Words.choice(words, "--format", FORMATS),
                ExitCode.FailOn.named(level)
                        .orElseThrow(
                                () ->
                                        new UsageException(
                                                "--fail-on " + level + " is not known",
                                                "it takes critical, high, medium, low or never",
                                                "leave it out for high")),
                words.hasMatchedOption("--quiet"),
                Words.choice(words, "--color", Words.COLOURS));
    }

    /** Prints the result and returns the exit code. */
    int tell(
            Console console,
            Evidence evidence,
            Judgement judgement,
            List<RuleInfo> rules,
            String where) {
        Report report = Report.of(evidence, judgement, rules);
        Screen screen = console.outScreen(colour);
        String text =
                Form.named(format)
                        .map(form -> form.text(report))
                        .orElseGet(
                                () ->
                                        quiet
                                                ? report.line(screen) + "\n"
                                                : report.screen(screen, where));
        console.out().print(text);
        console.out().flush();
        return ExitCode.of(judgement, rules, failOn);
    }
}
