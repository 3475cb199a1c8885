package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.model.Finding;
import io.mcpsf.report.Baseline;
import io.mcpsf.report.ClosingScreen;
import io.mcpsf.report.Report;
import io.mcpsf.report.Review;
import io.mcpsf.report.Screen;
import io.mcpsf.report.form.Form;
import io.mcpsf.report.profile.InstallAdvice;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a result is printed and what it means for a script: the same for assess and judge. */
record Results(String format, ExitCode.FailOn failOn, boolean quiet, String colour, Extras extras) {

    private static final List<String> FORMATS =
            Stream.concat(Stream.of("text"), Form.words().stream()).toList();

    /** What is rarely asked for: earlier decisions, and where else the result goes. */
    record Extras(Baseline baseline, String onlyNew, List<URI> deliveries) {}

    static void declare(CommandSpec spec) {
        spec.addOption(
                CommandOptions.option(
                        "FORMAT",
                        "Output format on stdout: " + String.join(", ", FORMATS) + ".",
                        "--format"));
        spec.addOption(
                CommandOptions.option(
                        "LEVEL",
                        "Exits with 1 for findings of at least this severity: critical, high"
                                + " (default), medium, low or never.",
                        "--fail-on"));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "Suppressed findings, each with a reason and an expiry date.",
                        "--baseline"));
        spec.addOption(
                CommandOptions.option(
                        "CASE",
                        "Exits with 1 only for findings that are not in this earlier case.",
                        "--only-new"));
        spec.addOption(
                CommandOptions.option(
                        "URL",
                        "Also sends findings as CEF over syslog: udp://HOST:PORT or"
                                + " tcp://HOST:PORT.",
                        "--siem"));
        spec.addOption(
                CommandOptions.option(
                        "URL", "Also posts a summary as JSON to this URL.", "--webhook"));
        spec.addOption(
                CommandOptions.flag(
                        "No progress output, and the result in one line.", "-q", "--quiet"));
        spec.addOption(CommandOptions.colour());
    }

    static Results read(ParseResult words) {
        String level = CommandOptions.value(words, "--fail-on", "high");
        return new Results(
                CommandOptions.choice(words, "--format", FORMATS),
                ExitCode.FailOn.named(level)
                        .orElseThrow(
                                () ->
                                        new UsageException(
                                                "--fail-on " + level + " is unknown",
                                                "allowed values: critical, high, medium, low,"
                                                        + " never",
                                                "leave it out for high")),
                words.hasMatchedOption("--quiet"),
                CommandOptions.choice(words, "--color", CommandOptions.COLOURS),
                new Extras(
                        baseline(CommandOptions.value(words, "--baseline", "")),
                        CommandOptions.value(words, "--only-new", ""),
                        Delivery.addresses(
                                CommandOptions.value(words, "--siem", ""),
                                CommandOptions.value(words, "--webhook", ""))));
    }

    private static Baseline baseline(String file) {
        if (file.isEmpty()) {
            return new Baseline(List.of());
        }
        try {
            return Baseline.read(Files.readString(Path.of(file)));
        } catch (IOException | InvalidPathException | BadJsonException e) {
            throw new UsageException(
                    "cannot use the baseline " + file,
                    String.valueOf(e.getMessage()),
                    "each entry: finding or rule, reason, expires");
        }
    }

    /** The report with what people decided before. */
    Report review(Report report, Ports ports) {
        if (extras.baseline().entries().isEmpty() && extras.onlyNew().isEmpty()) {
            return report;
        }
        Set<String> known =
                extras.onlyNew().isEmpty()
                        ? Set.of()
                        : ports
                                .judging()
                                .apply(KnownCase.of(extras.onlyNew()).evidence())
                                .findings()
                                .stream()
                                .map(Finding::id)
                                .collect(Collectors.toSet());
        Review review =
                extras.baseline()
                        .review(
                                report.judgement().findings(),
                                LocalDate.now(ZoneOffset.UTC),
                                known);
        return report.reviewed(review);
    }

    /** Prints the result, sends it where it was asked to go, and returns the exit code. */
    int tell(Console console, Report report, String where) {
        Screen screen = console.outScreen(colour);
        String text =
                Form.named(format)
                        .map(form -> form.text(report))
                        .orElseGet(
                                () ->
                                        quiet
                                                ? ClosingScreen.oneLine(report, screen) + "\n"
                                                : new ClosingScreen(
                                                                report,
                                                                screen,
                                                                where,
                                                                new InstallAdvice(report).brief())
                                                        .text());
        console.out().print(text);
        console.out().flush();
        report.review().notes().forEach(note -> note(console, note));
        for (URI address : extras.deliveries()) {
            Delivery.send(address, report, WebRoute.of(console.env()))
                    .ifPresent(trouble -> note(console, trouble));
        }
        return ExitCode.of(report, failOn);
    }

    private static void note(Console console, String note) {
        console.err().println(Printable.line("mcpsf: " + note));
    }
}
