package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
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
import io.mcpsf.policy.Policy;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Check;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.request.Explained;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.UsageException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

final class CliTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> env = new HashMap<>();
    private final List<AssessRequest> asked = new ArrayList<>();
    private final List<GuardRequest> guarded = new ArrayList<>();
    private final List<ExecRequest> executed = new ArrayList<>();
    private String said = "hello\n";
    private boolean terminal;
    private Judgement judgement = judgement(Verdict.NOTHING_SEEN);
    private Ports.Assessing assessing =
            (request, progress) -> {
                asked.add(request);
                progress.phase(Phase.START, "node");
                progress.note("look \u001b[2J");
                progress.done(Phase.START, new PhaseResult(PhaseResult.Status.DONE, 80, ""));
                return new Outcome(Path.of("reports/x"), evidence(), judgement);
            };

    @TempDir Path folder;

    @Test
    void everyWordOfAssessArrivesInTheRequest() throws IOException {
        Path file = Files.writeString(folder.resolve("env"), "# c\nexport A='1 2'\nB=2 # two\n");

        int code =
                run(
                        "assess",
                        "./server",
                        "--command",
                        "node 'a b.js'",
                        "--profile",
                        "safe",
                        "--output",
                        "here",
                        "--env",
                        "B=3",
                        "-e",
                        "C=x=y",
                        "--env-file",
                        file.toString(),
                        "--runtime",
                        "crun",
                        "--timeout",
                        "1m30s",
                        "--seed",
                        "7",
                        "--allow-net",
                        "api.site.example:8443",
                        "--",
                        "--root",
                        "--",
                        "/tmp");

        assertThat(code).isZero();
        assertThat(asked)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("access", "origins")
                .containsExactly(
                        new AssessRequest(
                                "./server",
                                List.of("node", "a b.js"),
                                List.of("--root", "--", "/tmp"),
                                Map.of("A", "1 2", "B", "3", "C", "x=y"),
                                List.of("api.site.example:8443"),
                                "safe",
                                Path.of("here"),
                                "crun",
                                Duration.ofSeconds(90),
                                7));
    }

    @Test
    void variablesMayBeOneObject() throws IOException {
        Path file = folder.resolve("env.json");
        Files.writeString(file, "{\"A\": \"it's \\\"so\\\"\\nand # so\"}");

        run("assess", "x", "--env-file", file.toString());

        assertThat(asked.getFirst().env()).containsEntry("A", "it's \"so\"\nand # so");
    }

    @Test
    void aWordWithAnAtSignIsNeverAFileWithMoreWords() throws IOException {
        Path file = Files.writeString(folder.resolve("server"), "y --allow-net=collector.example");

        run("assess", "@" + file);

        assertThat(asked).extracting(AssessRequest::source).containsExactly("@" + file);
        assertThat(asked.getFirst().allowNet()).isEmpty();
    }

    @Test
    void whatIsLeftOutHasAPlainDefault() {
        run("assess", "x");

        assertThat(asked)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("access", "origins")
                .containsExactly(
                        new AssessRequest(
                                "x",
                                List.of(),
                                List.of(),
                                Map.of(),
                                List.of(),
                                "balanced",
                                Path.of("reports"),
                                "auto",
                                Duration.ZERO,
                                99));
    }

    @Test
    void credentialsForAServerElsewhereComeByHeaderOrToken() {
        env.put("MCPSF_TOKEN", "t0ken");
        run("assess", "https://mcp.site.example/", "--header", "X-Team: 7");
        run("assess", "https://mcp.site.example/", "--header", "authorization: Basic eA==");

        assertThat(asked.get(0).access().headers())
                .containsExactly("X-Team: 7", "Authorization: Bearer t0ken");
        assertThat(asked.get(1).access().headers()).containsExactly("authorization: Basic eA==");
    }

    @Test
    void aServerOnThisMachineNeedsAYes() {
        run("assess", "http://localhost:3000/");
        run("assess", "http://localhost:3000/", "--yes", "--profile", "balanced");

        assertThat(asked.get(0).access().consent().given(List.of("careful"))).isFalse();
        assertThat(asked.get(0).access().profileChosen()).isFalse();
        assertThat(asked.get(1).access().consent().given(List.of("careful"))).isTrue();
        assertThat(asked.get(1).access().profileChosen()).isTrue();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("careful");
    }

    @Test
    void theExitCodeFollowsTheWorstFinding() {
        judgement = judgement(Verdict.MALICIOUS, Severity.HIGH);
        assertThat(run("assess", "x")).isEqualTo(1);
        assertThat(run("assess", "x", "--fail-on", "critical")).isZero();
        assertThat(run("assess", "x", "--fail-on", "never")).isZero();
        judgement = judgement(Verdict.INCONCLUSIVE, Severity.LOW);
        assertThat(run("assess", "x")).isEqualTo(3);
        assertThat(run("assess", "x", "--fail-on", "low")).isEqualTo(1);
        assertThat(run("assess", "x", "--fail-on", "never")).isEqualTo(3);
    }

    @Test
    void aTrialRuleNeverDecides() {
        judgement = judgement(Verdict.NOTHING_SEEN, "trial-rule", Severity.CRITICAL);

        assertThat(run("assess", "x")).isZero();
    }

    @Test
    void jsonAndNothingElseGoesToStdoutWhenAsked() {
        run("assess", "x", "--format", "json");

        assertThat(Json.read(out.toString(StandardCharsets.UTF_8)).get("verdict").asString())
                .isEqualTo("NOTHING_SEEN");
        assertThat(errText()).contains("start").contains("look \\x1b[2J").doesNotContain("\u001b");
    }

    @Test
    void quietIsOneLine() {
        run("assess", "x", "--quiet");

        assertThat(outText().lines()).hasSize(1);
        assertThat(outText()).startsWith("NOTHING SEEN 0/100");
        assertThat(errText()).isEmpty();
    }

    @Test
    void coloursNeedATerminalThatWantsThem() {
        run("assess", "x");
        assertThat(outText()).doesNotContain("\u001b");
        run("assess", "x", "--color", "always");
        assertThat(outText()).contains("\u001b[");
        terminal = true;
        run("assess", "x", "--quiet");
        assertThat(outText()).contains("\u001b[");
        run("assess", "x", "--quiet", "--color", "never");
        assertThat(outText()).doesNotContain("\u001b");
        env.put("NO_COLOR", "1");
        run("assess", "x", "--quiet");
        assertThat(outText()).doesNotContain("\u001b");
        env.clear();
        env.put("TERM", "dumb");
        run("assess", "x");
        assertThat(outText() + errText()).doesNotContain("\u001b");
    }

    @Test
    void theCursorComesBackWhateverHappens() {
        terminal = true;
        assessing =
                (request, progress) -> {
                    progress.phase(Phase.CALL, "1 of 2");
                    throw new IllegalStateException("broken \u001b[31m");
                };

        assertThat(run("assess", "x")).isEqualTo(2);

        assertThat(errText()).contains("\n\u001b[?25l").contains("\u001b[?25h");
        assertThat(errText()).contains("mcpsf: broken \\x1b[31m").doesNotContain("at io.mcpsf");
    }

    @Test
    void anErrorSaysWhatWhyAndWhatNext() {
        assessing =
                (request, progress) -> {
                    throw new UsageException("no such folder: x", "nothing is there", "ls");
                };

        assertThat(run("assess", "x")).isEqualTo(2);
        assertThat(errText())
                .endsWith("mcpsf: no such folder: x\n  why:  nothing is there\n  next: ls\n");
        env.put("MCPSF_DEBUG", "1");
        run("assess", "x");
        assertThat(errText()).contains("at io.mcpsf");
    }

    @Test
    void anInterruptEndsWith130() {
        assessing =
                (request, progress) -> {
                    throw new InterruptedException();
                };

        assertThat(run("assess", "x")).isEqualTo(130);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void wordsThatMeanNothingAreUsageErrors() {
        for (String line :
                List.of(
                        "asess x",
                        "assess",
                        "assess a b",
                        "assess x --profile wild",
                        "assess x --nonsense",
                        "assess x --timeout soon",
                        "assess x --timeout 0s",
                        "assess x --seed a",
                        "assess x --env =1",
                        "assess x --env-file /nonexistent",
                        "assess x --command 'a",
                        "assess x --format xml",
                        "assess x --fail-on sometimes",
                        "assess x --runtime vmware",
                        "explain nothing",
                        "judge nothing",
                        "detectors -- x",
                        "help nothing")) {
            assertThat(run(line.split(" "))).as(line).isEqualTo(2);
            assertThat(outText()).as(line).isEmpty();
            assertThat(errText()).as(line).isNotEmpty().doesNotContain("Exception");
        }
    }

    @Test
    void withoutAnyWordTheFirstStepsAreShown() {
        assertThat(run()).isZero();
        assertThat(outText()).contains("mcpsf assess @scope/server").hasLineCount(11);
        assertThat(errText()).isEmpty();
        assertThat(run("-V")).isZero();
        assertThat(outText()).isEqualTo("mcpsf 1.2.3\n");
        assertThat(run("--version")).isZero();
    }

    @Test
    void aCaseIsJudgedAgainFromItsFolder() throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(EvidenceFormat.head(evidence().file()));
        evidence().seen().forEach(seen -> bytes.writeBytes(EvidenceFormat.line(seen)));
        Files.write(folder.resolve("evidence.jsonl"), bytes.toByteArray());
        judgement = judgement(Verdict.SUSPICIOUS, Severity.HIGH);

        assertThat(run("judge", folder.toString(), "--write")).isEqualTo(1);

        assertThat(outText()).contains("SUSPICIOUS");
        assertThat(folder.resolve("report.json")).exists();
        assertThat(folder.resolve("report.md")).exists();
    }

    @Test
    void detectorsAreListedAndExplained() {
        assertThat(run("detectors")).isZero();
        assertThat(outText()).contains("bait-read").contains("(trial)").contains("2 rules");
        assertThat(run("detectors", "--format", "json")).isZero();
        assertThat(Json.read(outText())).hasSize(2);
        assertThat(run("explain", "bait-read")).isZero();
        assertThat(outText()).contains("T1552").contains("needs");
        run("explain", "bait");
        assertThat(errText()).contains("did you mean bait-read?");
    }

    @Test
    void theDoctorNamesTheCure() {
        assertThat(run("doctor")).isEqualTo(2);
        assertThat(outText())
                .contains("crun")
                .contains("fix:  apt-get install crun")
                .contains("not ready");
    }

    @Test
    void helpAndVersionAndCompletionAnswer() {
        assertThat(run("help")).isZero();
        assertThat(outText()).contains("assess").contains("Exit codes").doesNotContain("warm-up");
        assertThat(run("help", "assess")).isZero();
        assertThat(outText()).contains("--fail-on");
        assertThat(run("assess", "--help")).isZero();
        assertThat(run("version")).isZero();
        assertThat(outText()).isEqualTo("mcpsf 1.2.3\n");
        assertThat(run("generate-completion")).isZero();
        assertThat(outText()).contains("complete").contains("assess");
        assertThat(run("cleanup")).isZero();
        assertThat(outText()).contains("nothing was left behind");
        assertThat(run("warm-up")).isZero();
    }

    @Test
    void aCommandBehindRunIsTakenApartAndItsExitCodeIsTheServers() {
        env.put("TOKEN", "t0ken");

        int code =
                run(
                        "run",
                        "-e",
                        "TOKEN",
                        "-e",
                        "NOT_SET",
                        "-e",
                        "A=b",
                        "--",
                        "npx",
                        "-y",
                        "@acme/server@1.2.3",
                        "--root",
                        "/srv");

        assertThat(code).isEqualTo(7);
        assertThat(outText()).isEmpty();
        GuardRequest request = guarded.getFirst();
        assertThat(request.subject().source()).isEqualTo("npm:@acme/server@1.2.3");
        assertThat(request.subject().serverArgs()).containsExactly("--root", "/srv");
        assertThat(request.subject().env()).isEqualTo(Map.of("TOKEN", "t0ken", "A", "b"));
        assertThat(request.policy().policy().network().allow()).isEmpty();
    }

    @Test
    void remoteClientsAreServedWithAKeyThatIsShownOnlyWhenItWasMadeUpHere() {
        env.put("MCP_KEY", "sixteen-letters-and-more");

        assertThat(run("run", "--http", "8080", "--http-key", "env:MCP_KEY", "x")).isZero();

        assertThat(outText()).isEmpty();
        assertThat(errText())
                .contains("listening on http://127.0.0.1:8080/mcp", "session saved in sessions/two")
                .doesNotContain("sixteen-letters", "not encrypted");
        assertThat(run("run", "--http", "0.0.0.0:8080", "x")).isZero();
        assertThat(errText()).contains("Authorization: Bearer ", "not encrypted");
    }

    @Test
    void aKeyThatIsShortOrVisibleIsNotUsed() {
        env.put("SHORT", "short");

        assertThat(run("run", "--http", "8080", "--http-key", "env:SHORT", "x")).isEqualTo(2);
        assertThat(errText()).contains("at least 16");
        assertThat(run("run", "--http", "8080", "--http-key", "a-key-in-plain-sight", "x"))
                .isEqualTo(2);
        assertThat(run("run", "--http-key", "env:SHORT", "x")).isEqualTo(2);
        assertThat(run("run", "--http", "808080", "x")).isEqualTo(2);
        assertThat(guarded).isEmpty();
    }

    @Test
    void aCommandThatDoesNotSayWhatItRunsIsNotRun() {
        assertThat(run("run", "--", "bash", "-c", "server")).isEqualTo(2);
        assertThat(errText()).contains("cannot tell which package");
        assertThat(guarded).isEmpty();
    }

    @Test
    void codeIsRunAsItsEndingSaysWithLimitsOfItsOwn() throws IOException {
        Path file = Files.writeString(folder.resolve("work.mjs"), "console.log(1)");

        assertThat(run("exec", "--timeout", "2m", "--workspace", "w", file.toString()))
                .isEqualTo(3);

        ExecRequest request = executed.getFirst();
        assertThat(request.language()).isEqualTo(CodeLanguage.NODE);
        assertThat(request.code()).isEqualTo("console.log(1)");
        assertThat(request.folders().workspace()).isEqualTo(Path.of("w"));
        assertThat(request.policy().policy().limits())
                .isEqualTo(new Policy.ResourceLimits(512L << 20, 0.5, 100, 1L << 30, 120));
        assertThat(request.policy().policy().network().allow()).isEmpty();
        assertThat(outText()).isEqualTo("hello\n");
        assertThat(errText()).contains("brought back: results/a.csv");
    }

    @Test
    void anExecutionIsOneObjectOnStandardOutput() {
        assertThat(run("exec", "--format", "json", "-c", "print(1)")).isEqualTo(3);

        JsonNode log = Json.read(outText());
        assertThat(log.path("executionId").asString()).isEqualTo("id-1");
        assertThat(log.path("code").asString()).isEqualTo("print(1)");
        assertThat(log.path("stdout").asString()).isEqualTo("hello\n");
        assertThat(log.propertyNames())
                .contains(
                        "timestamp",
                        "filesAccessed",
                        "networkCalls",
                        "resourceUsage",
                        "exitCode",
                        "errors",
                        "violations",
                        "alerts");
    }

    @Test
    void codeComesFromOnePlace() {
        assertThat(run("exec")).isEqualTo(2);
        assertThat(run("exec", "-c", "print(1)", "work.py")).isEqualTo(2);
        assertThat(run("exec", "--lang", "cobol", "-c", "x")).isEqualTo(2);
        assertThat(executed).isEmpty();
    }

    @Test
    void aTerminalIsNotTouchedByWhatCodeWrites() {
        terminal = true;
        said = "a\u001b[2Jb\u009bc\r\n\u00e9";

        run("exec", "-c", "print(1)");

        assertThat(outText()).isEqualTo("a?[2Jb?c\n\u00e9");
    }

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

    private int run(String... args) {
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

    private String outText() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String errText() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static Evidence evidence() {
        var subject = new CaseFile.Subject("folder", "x", "", "", "x");
        var settings = new CaseFile.Settings("safe", 1, List.of(), 0.5);
        var seen = new Seen(new Stamp(1, 5, Phase.CALL, 1, 1), new ProcessObservation.Slept(5));
        var file = new CaseFile("c1", subject, Instant.EPOCH, "1.2.3", settings);
        return new Evidence(file, List.of(seen), Coverage.nothing());
    }

    private static Judgement judgement(Verdict verdict, Severity... severities) {
        return judgement(verdict, "bait-read", severities);
    }

    private static Judgement judgement(Verdict verdict, String rule, Severity... severities) {
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

    private static RuleInfo rule(String id, Maturity maturity) {
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
