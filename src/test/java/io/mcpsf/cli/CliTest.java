package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.UsageException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

final class CliTest {

    private final CliTrial cli = new CliTrial();

    @TempDir Path folder;

    @Test
    void everyWordOfAssessArrivesInTheRequest() throws IOException {
        Path file = Files.writeString(folder.resolve("env"), "# c\nexport A='1 2'\nB=2 # two\n");

        int code =
                cli.run(
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
        assertThat(cli.asked)
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

        cli.run("assess", "x", "--env-file", file.toString());

        assertThat(cli.asked.getFirst().env()).containsEntry("A", "it's \"so\"\nand # so");
    }

    @Test
    void aWordWithAnAtSignIsNeverAFileWithMoreWords() throws IOException {
        Path file = Files.writeString(folder.resolve("server"), "y --allow-net=collector.example");

        cli.run("assess", "@" + file);

        assertThat(cli.asked).extracting(AssessRequest::source).containsExactly("@" + file);
        assertThat(cli.asked.getFirst().allowNet()).isEmpty();
    }

    @Test
    void whatIsLeftOutHasAPlainDefault() {
        cli.run("assess", "x");

        assertThat(cli.asked)
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
        cli.env.put("MCPSF_TOKEN", "t0ken");
        cli.run("assess", "https://mcp.site.example/", "--header", "X-Team: 7");
        cli.run("assess", "https://mcp.site.example/", "--header", "authorization: Basic eA==");

        assertThat(cli.asked.get(0).access().headers())
                .containsExactly("X-Team: 7", "Authorization: Bearer t0ken");
        assertThat(cli.asked.get(1).access().headers())
                .containsExactly("authorization: Basic eA==");
    }

    @Test
    void aServerOnThisMachineNeedsAYes() {
        cli.run("assess", "http://localhost:3000/");
        cli.run("assess", "http://localhost:3000/", "--yes", "--profile", "balanced");

        assertThat(cli.asked.get(0).access().consent().given(List.of("careful"))).isFalse();
        assertThat(cli.asked.get(0).access().profileChosen()).isFalse();
        assertThat(cli.asked.get(1).access().consent().given(List.of("careful"))).isTrue();
        assertThat(cli.asked.get(1).access().profileChosen()).isTrue();
        assertThat(cli.errText()).contains("careful");
    }

    @Test
    void whatWasDetectedIsTheFirstLineWhateverIsSaidAfterIt() {
        cli.env.put("ALLOW_OUTBOUND_NETWORK", "true");

        cli.run("assess", "npm:server");

        assertThat(cli.errText())
                .startsWith("[*] Detected: npm package server\nmcpsf: ALLOW_OUTBOUND_NETWORK");
    }

    @Test
    void theExitCodeFollowsTheWorstFinding() {
        cli.judgement = CliTrial.judgement(Verdict.MALICIOUS, Severity.HIGH);
        assertThat(cli.run("assess", "x")).isEqualTo(1);
        assertThat(cli.run("assess", "x", "--fail-on", "critical")).isZero();
        assertThat(cli.run("assess", "x", "--fail-on", "never")).isZero();
        cli.judgement = CliTrial.judgement(Verdict.INCONCLUSIVE, Severity.LOW);
        assertThat(cli.run("assess", "x")).isEqualTo(3);
        assertThat(cli.run("assess", "x", "--fail-on", "low")).isEqualTo(1);
        assertThat(cli.run("assess", "x", "--fail-on", "never")).isEqualTo(3);
    }

    @Test
    void aTrialRuleNeverDecides() {
        cli.judgement = CliTrial.judgement(Verdict.NOTHING_SEEN, "trial-rule", Severity.CRITICAL);

        assertThat(cli.run("assess", "x")).isZero();
    }

    @Test
    void jsonAndNothingElseGoesToStdoutWhenAsked() {
        cli.run("assess", "x", "--format", "json");

        assertThat(Json.read(cli.outText()).get("verdict").asString()).isEqualTo("NOTHING_SEEN");
        assertThat(cli.errText())
                .contains("start")
                .contains("look \\x1b[2J")
                .doesNotContain("\u001b");
    }

    @Test
    void quietIsOneLine() {
        cli.run("assess", "x", "--quiet");

        assertThat(cli.outText().lines()).hasSize(1);
        assertThat(cli.outText()).startsWith("NOTHING SEEN 0/100");
        assertThat(cli.errText()).isEmpty();
    }

    @Test
    void coloursNeedATerminalThatWantsThem() {
        cli.run("assess", "x");
        assertThat(cli.outText()).doesNotContain("\u001b");
        cli.run("assess", "x", "--color", "always");
        assertThat(cli.outText()).contains("\u001b[");
        cli.terminal = true;
        cli.run("assess", "x", "--quiet");
        assertThat(cli.outText()).contains("\u001b[");
        cli.run("assess", "x", "--quiet", "--color", "never");
        assertThat(cli.outText()).doesNotContain("\u001b");
        cli.env.put("NO_COLOR", "1");
        cli.run("assess", "x", "--quiet");
        assertThat(cli.outText()).doesNotContain("\u001b");
        cli.env.clear();
        cli.env.put("TERM", "dumb");
        cli.run("assess", "x");
        assertThat(cli.outText() + cli.errText()).doesNotContain("\u001b");
    }

    @Test
    void theCursorComesBackWhateverHappens() {
        cli.terminal = true;
        cli.assessing =
                (request, progress) -> {
                    progress.phase(Phase.CALL, "1 of 2");
                    throw new IllegalStateException("broken \u001b[31m");
                };

        assertThat(cli.run("assess", "x")).isEqualTo(2);

        assertThat(cli.errText()).contains("\n\u001b[?25l").contains("\u001b[?25h");
        assertThat(cli.errText()).contains("mcpsf: broken \\x1b[31m").doesNotContain("at io.mcpsf");
    }

    @Test
    void anErrorSaysWhatWhyAndWhatNext() {
        cli.assessing =
                (request, progress) -> {
                    throw new UsageException("no such folder: x", "nothing is there", "ls");
                };

        assertThat(cli.run("assess", "x")).isEqualTo(2);
        assertThat(cli.errText())
                .endsWith("mcpsf: no such folder: x\n  why:  nothing is there\n  next: ls\n");
        cli.env.put("MCPSF_DEBUG", "1");
        cli.run("assess", "x");
        assertThat(cli.errText()).contains("at io.mcpsf");
    }

    @Test
    void anInterruptEndsWith130() {
        cli.assessing =
                (request, progress) -> {
                    throw new InterruptedException();
                };

        assertThat(cli.run("assess", "x")).isEqualTo(130);
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
            assertThat(cli.run(line.split(" "))).as(line).isEqualTo(2);
            assertThat(cli.outText()).as(line).isEmpty();
            assertThat(cli.errText()).as(line).isNotEmpty().doesNotContain("Exception");
        }
    }

    @Test
    void withoutAnyWordTheFirstStepsAreShown() {
        assertThat(cli.run()).isZero();
        assertThat(cli.outText()).contains("mcpsf assess @scope/server").hasLineCount(12);
        assertThat(cli.errText()).isEmpty();
        assertThat(cli.run("-V")).isZero();
        assertThat(cli.outText()).isEqualTo("mcpsf 1.2.3\n");
        assertThat(cli.run("--version")).isZero();
    }

    @Test
    void aCaseIsJudgedAgainFromItsFolder() throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(EvidenceFormat.head(CliTrial.evidence().file()));
        CliTrial.evidence().seen().forEach(seen -> bytes.writeBytes(EvidenceFormat.line(seen)));
        Files.write(folder.resolve("evidence.jsonl"), bytes.toByteArray());
        cli.judgement = CliTrial.judgement(Verdict.SUSPICIOUS, Severity.HIGH);

        assertThat(cli.run("judge", folder.toString(), "--write")).isEqualTo(1);

        assertThat(cli.outText()).contains("SUSPICIOUS");
        assertThat(folder.resolve("report.json")).exists();
        assertThat(folder.resolve("report.md")).exists();
    }

    @Test
    void detectorsAreListedAndExplained() {
        assertThat(cli.run("detectors")).isZero();
        assertThat(cli.outText()).contains("bait-read").contains("(trial)").contains("2 rules");
        assertThat(cli.run("detectors", "--format", "json")).isZero();
        assertThat(Json.read(cli.outText())).hasSize(2);
        assertThat(cli.run("explain", "bait-read")).isZero();
        assertThat(cli.outText()).contains("T1552").contains("needs");
        cli.run("explain", "bait");
        assertThat(cli.errText()).contains("did you mean bait-read?");
    }

    @Test
    void theDoctorNamesTheCure() {
        assertThat(cli.run("doctor")).isEqualTo(2);
        assertThat(cli.outText())
                .contains("crun")
                .contains("fix:  apt-get install crun")
                .contains("not ready");
    }

    @Test
    void helpAndVersionAndCompletionAnswer() {
        assertThat(cli.run("help")).isZero();
        assertThat(cli.outText())
                .contains("assess")
                .contains("Exit codes")
                .doesNotContain("warm-up");
        assertThat(cli.run("help", "assess")).isZero();
        assertThat(cli.outText()).contains("--fail-on");
        assertThat(cli.run("assess", "--help")).isZero();
        assertThat(cli.run("version")).isZero();
        assertThat(cli.outText()).isEqualTo("mcpsf 1.2.3\n");
        assertThat(cli.run("generate-completion")).isZero();
        assertThat(cli.outText()).contains("complete").contains("assess");
        assertThat(cli.run("cleanup")).isZero();
        assertThat(cli.outText()).contains("nothing was left behind");
        assertThat(cli.run("warm-up")).isZero();
    }
}
