package io.mcpsf.cli;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation;
import io.mcpsf.model.Stamp;
import io.mcpsf.report.ClosingScreen;
import io.mcpsf.report.Report;
import io.mcpsf.report.Screen;
import io.mcpsf.report.form.ReportFiles;
import io.mcpsf.report.profile.InstallAdvice;
import io.mcpsf.run.Assessment;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Progress;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** {@code warm-up}: walks the usual paths once, silently, while the launcher trains its cache. */
record WarmUpVerb(Ports ports, String version) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandOptions.command("warm-up", "Trains the start-up cache.");
        spec.addPositional(
                CommandOptions.word("SAMPLE", "0..1", "A server of ours to assess on the way."));
        spec.addOption(
                CommandOptions.flag(
                        "Builds the code parser, for a release, and prints its path.", "--parser"));
        spec.usageMessage().hidden(true);
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        if (words.hasMatchedOption("--parser")) {
            System.out.println(Assessment.codeParser());
            return ExitCode.FINE;
        }
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var ends = new Console.Ends(true, true, 100, true);
        var cli = new Cli(new Console(nowhere, nowhere, ends, Map.of()), ports, () -> 1, version);
        for (String line : List.of("help assess", "detectors", "explain bait-read", "version")) {
            cli.run(line.split(" "));
        }
        var at = new Stamp(1, 1, Phase.START, 0, 1);
        var seen = new Seen(at, new SocketObservation.Connected("tcp", "192.0.2.1", 80));
        EvidenceFormat.seen(Json.read(EvidenceFormat.line(seen)));
        var subject = new CaseFile.Subject("folder", "warm-up", "", "", "warm-up");
        var settings = new CaseFile.Settings("safe", 1, List.of(), 0.5);
        var file = new CaseFile("warm-up", subject, Instant.EPOCH, version, settings);
        var evidence = new Evidence(file, List.of(seen), Coverage.nothing());
        Report report = Report.of(evidence, ports.judging().apply(evidence), ports.rules().get());
        ReportFiles.of(report);
        new ClosingScreen(report, Screen.plain(), "", new InstallAdvice(report).brief()).text();
        ports.rehearsal().run();
        if (!CommandOptions.first(words).isEmpty()) {
            rehearse(CommandOptions.first(words));
        }
        return ExitCode.FINE;
    }

    /** Nothing but a real assessment walks all the paths of one. */
    private void rehearse(String sample) throws InterruptedException {
        var request =
                new AssessRequest(
                        sample,
                        List.of(),
                        List.of(),
                        Map.of(),
                        List.of(),
                        "safe",
                        Path.of(sample).resolveSibling("cases"),
                        "auto",
                        Duration.ofSeconds(20),
                        1);
        ports.assessing().assess(request, Progress.none());
    }
}
