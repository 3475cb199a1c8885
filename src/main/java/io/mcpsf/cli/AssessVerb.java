package io.mcpsf.cli;

import io.mcpsf.model.CaseFile;
import io.mcpsf.report.Report;
import io.mcpsf.report.Review;
import io.mcpsf.report.form.ReportFiles;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CutShortException;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** {@code assess SOURCE}: the one command that matters. */
record AssessVerb(Console console, Ports ports, LongSupplier seeds) implements Verb {

    private static final List<String> PROGRESS = List.of("auto", "json");

    @Override
    public CommandSpec spec() {
        return AssessOptions.declared();
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        return run(words, List.of());
    }

    int run(ParseResult words, List<String> serverArgs) throws InterruptedException {
        return run(words, serverArgs, "");
    }

    /** With a profile that no option names, where there is one. */
    int run(ParseResult words, List<String> serverArgs, String profile)
            throws InterruptedException {
        Results results = Results.read(words);
        Path here = Path.of("").toAbsolutePath();
        GivenSource given =
                new SourceReading(console, ports.naming(), System.in).read(words, serverArgs, here);
        var notes = new ArrayList<String>();
        AssessRequest asked =
                new AssessRequestReader(console, seeds).read(words, given, notes::add);
        AssessRequest request = profile.isEmpty() ? asked : asked.with(profile);
        DetectorsVerb.check(request.detectors(), ports.rules());
        if (!results.quiet() && !CommandOptions.value(words, "--progress", "").equals("json")) {
            console.err().println(Printable.line(given.detected(here)));
        }
        notes.forEach(note -> console.err().println(Printable.line("mcpsf: " + note)));
        console.err().flush();
        Outcome outcome = assess(request, results, words);
        Report alone =
                results.review(
                        Report.of(outcome.evidence(), outcome.judgement(), ports.rules().get()),
                        ports);
        Path folder = outcome.caseFolder();
        List<EarlierCases.Earlier> earlier =
                folder == null
                        ? List.of()
                        : new EarlierCases(request.output()).of(outcome.evidence().file());
        Report report =
                alone.after(
                        new EarlierCases(request.output())
                                .compared(
                                        earlier,
                                        alone,
                                        ports,
                                        line -> console.err().println(Printable.line(line))));
        if (folder != null
                && !(report.review().equals(Review.none()) && report.earlier().isEmpty())) {
            JudgeVerb.write(folder.resolve("evidence.jsonl"), ReportFiles.of(report));
        }
        int code = results.tell(console, report, OutputFolder.shown(folder));
        if (folder != null && results.format().equals("text") && !results.quiet()) {
            EarlierCases.lines(earlier, outcome.evidence().file().id())
                    .forEach(line -> console.out().println(Printable.line(line)));
        }
        return code;
    }

    private Outcome assess(AssessRequest request, Results results, ParseResult words)
            throws InterruptedException {
        try (var interruption = new Interruption()) {
            interruption.listen();
            if (words.hasMatchedOption("--lifeline")) {
                interruption.hangOn(System.in);
            }
            try (var stream =
                            new SiemStream(
                                    CommandOptions.value(words, "--stream", ""),
                                    request.source(),
                                    WebRoute.of(console.env()),
                                    line -> console.err().println(Printable.line(line)));
                    ShownProgress progress = progress(results, words)) {
                // Reading needs no sandbox, so it needs nobody else either.
                Outcome outcome =
                        request.profile().equals(CaseFile.INSPECTED) || beside(request, words)
                                ? ports.assessing().assess(request, stream.over(progress))
                                : new Executors(console, ports)
                                        .assess(request, words, stream.over(progress));
                if (interruption.asked()) {
                    throw new CutShortException(outcome.caseFolder());
                }
                return outcome;
            } catch (InterruptedException e) {
                // Told before the interruption is closed: after that the process may end any time.
                interrupted(e);
                throw e;
            }
        }
    }

    private void interrupted(InterruptedException e) {
        console.err().println("mcpsf: interrupted; everything was cleaned up");
        String kept =
                e instanceof CutShortException cut
                        ? OutputFolder.shown(cut.folder()) + ", with a report on what was seen"
                        : "nothing, because nothing had been started";
        console.err().println(Printable.line("  kept: " + kept));
        console.err().flush();
    }

    /** Whether a running server is questioned beside its code; that is done from here alone. */
    private static boolean beside(AssessRequest request, ParseResult words) {
        boolean beside = !request.access().beside().isEmpty();
        if (beside && CommandOptions.value(words, "--executor", "").equals("cloud")) {
            throw new UsageException(
                    "--server-url does not work with --executor cloud",
                    "a running server is questioned from this machine",
                    "leave out --executor");
        }
        return beside;
    }

    private ShownProgress progress(Results results, ParseResult words) {
        return CommandOptions.choice(words, "--progress", PROGRESS).equals("json")
                ? JsonProgress.start(console.err())
                : ShownProgress.on(
                        console, results, words.hasMatchedOption("--watch"), EventFilter.of(words));
    }
}
