package io.mcpsf.cli;

import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.model.Axis;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.Proof;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.Verdict;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Check;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.request.Explained;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.Outcome;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The command line with nothing behind it: it remembers what it was asked to do. */
final class CliTrial {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final Map<String, String> env = new HashMap<>();
    final List<AssessRequest> asked = new ArrayList<>();
    final List<GuardRequest> guarded = new ArrayList<>();
    final List<ExecRequest> executed = new ArrayList<>();
    String said = "hello\n";
    boolean terminal;
    Judgement judgement = judgement(Verdict.NOTHING_SEEN);
    Ports.Assessing assessing =
            (request, progress) -> {
                asked.add(request);
                progress.phase(Phase.START, "node");
                progress.note("look \u001b[2J");
                progress.done(Phase.START, new PhaseResult(PhaseResult.Status.DONE, 80, ""));
                return new Outcome(Path.of("reports/x"), evidence(), judgement);
            };

    private ExecutionLog log(ExecRequest request, ExecStreams streams) {
        try {
            streams.out().write(said.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ExecutionLog(
                new ExecutionLog.Head("id-1", Instant.EPOCH, request.language(), request.code()),
                new ExecutionLog.Ending(ExecutionLog.Status.DONE, 3, List.of("exited with code 3")),
                new ExecutionLog.Output(said, "", said.length(), 0),
                new ExecutionLog.Access(
                        List.of(), List.of("results/a.csv"), List.of(), List.of(), List.of(), 0),
                ExecutionLog.Resources.none(),
                List.of(),
                List.of(),
                List.of());
    }

    int run(String... args) {
        out.reset();
        err.reset();
        var console =
                new Console(
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, false, StandardCharsets.UTF_8),
                        new Console.Ends(terminal, terminal, 90, true),
                        env);
        var ports =
                new Ports(
                        assessing,
                        () ->
                                List.of(
                                        rule("bait-read", Maturity.STABLE),
                                        rule("trial-rule", Maturity.TRIAL)),
                        id ->
                                Optional.of(id)
                                        .filter("bait-read"::equals)
                                        .map(
                                                known ->
                                                        new Explained(
                                                                rule(known, Maturity.STABLE),
                                                                "A decoy was opened.",
                                                                "BaitRead.java",
                                                                List.of("reads a key"),
                                                                List.of("was asked to"))),
                        evidence -> judgement,
                        () ->
                                List.of(
                                        new Check("kernel", Check.State.GOOD, "6.1", "", ""),
                                        new Check(
                                                "crun",
                                                Check.State.MISSING,
                                                "not found",
                                                "no chamber",
                                                "apt-get install crun")),
                        List::of,
                        () -> {},
                        (runtime, say) -> say.accept("installed " + runtime),
                        (request, progress, client) -> {
                            guarded.add(request);
                            return new GuardOutcome(7, Path.of("sessions", "one"));
                        },
                        (request, progress, listener) -> {
                            guarded.add(request);
                            listener.listening().accept(8080);
                            listener.ended()
                                    .accept(new GuardOutcome(0, Path.of("sessions", "two")));
                        },
                        (request, streams) -> {
                            executed.add(request);
                            return new ExecOutcome(log(request, streams), Path.of("done", "one"));
                        },
                        (runtime, note) -> {
                            throw new UnsupportedOperationException();
                        },
                        (request, progress) -> {
                            throw new IllegalStateException("nothing is scanned here");
                        },
                        (name, version) -> List.of());
        return new Cli(console, ports, () -> 99, "1.2.3").run(args);
    }

    String outText() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String errText() {
        return err.toString(StandardCharsets.UTF_8);
    }

    static Evidence evidence() {
        var subject = new CaseFile.Subject("folder", "x", "", "", "x");
        var settings = new CaseFile.Settings("safe", 1, List.of(), 0.5);
        var seen = new Seen(new Stamp(1, 5, Phase.CALL, 1, 1), new ProcessObservation.Slept(5));
        var file = new CaseFile("c1", subject, Instant.EPOCH, "1.2.3", settings);
        return new Evidence(file, List.of(seen), Coverage.nothing());
    }

    static Judgement judgement(Verdict verdict, Severity... severities) {
        return judgement(verdict, "bait-read", severities);
    }

    static Judgement judgement(Verdict verdict, String rule, Severity... severities) {
        var findings = new ArrayList<Finding>();
        for (Severity severity : severities) {
            findings.add(
                    new Finding(
                            "F1",
                            rule,
                            severity,
                            Confidence.PROVEN,
                            Axis.MALICE,
                            Proof.KERNEL,
                            "m",
                            Phase.CALL,
                            "",
                            List.of(1L)));
        }
        var risk = new Judgement.Risk(0, 0, 0, 0, List.of());
        return new Judgement(verdict, "s", risk, findings, List.of(), List.of(), List.of());
    }

    static RuleInfo rule(String id, Maturity maturity) {
        return new RuleInfo(
                id,
                "A title",
                Severity.HIGH,
                Confidence.PROVEN,
                Axis.MALICE,
                maturity,
                Set.of(Sense.FILES),
                new RuleInfo.References(List.of("T1552"), List.of(), List.of()),
                "Advice.");
    }
}
