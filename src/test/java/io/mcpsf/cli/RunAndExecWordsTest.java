package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.json.Json;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.SensorChoice;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What {@code run} and {@code exec} make of their arguments. */
final class RunAndExecWordsTest {

    private final CliTrial cli = new CliTrial();

    @TempDir Path folder;

    @Test
    void aCommandBehindRunIsTakenApartAndItsExitCodeIsTheServers() {
        cli.env.put("TOKEN", "t0ken");

        int code =
                cli.run(
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
        assertThat(cli.outText()).isEmpty();
        GuardRequest request = cli.guarded.getFirst();
        assertThat(request.subject().source()).isEqualTo("npm:@acme/server@1.2.3");
        assertThat(request.subject().serverArgs()).containsExactly("--root", "/srv");
        assertThat(request.subject().env()).isEqualTo(Map.of("TOKEN", "t0ken", "A", "b"));
        assertThat(request.policy().policy().network().allow()).isEmpty();
    }

    @Test
    void theSensorIsOneOfTwoAndTheUsualOneUnlessSaid() {
        cli.run("run", "x");
        cli.run("run", "--sensor", "ebpf", "x");

        assertThat(cli.guarded)
                .extracting(GuardRequest::sensor)
                .containsExactly(SensorChoice.AUTO, SensorChoice.EBPF);
        assertThat(cli.run("run", "--sensor", "epbf", "x")).isEqualTo(2);
        assertThat(cli.errText()).contains("allowed values: auto, ebpf", "did you mean ebpf?");
        assertThat(cli.guarded).hasSize(2);
    }

    @Test
    void remoteClientsAreServedWithAKeyThatIsShownOnlyWhenItWasMadeUpHere() {
        cli.env.put("MCP_KEY", "sixteen-letters-and-more");

        assertThat(cli.run("run", "--http", "8080", "--http-key", "env:MCP_KEY", "x")).isZero();

        assertThat(cli.outText()).isEmpty();
        assertThat(cli.errText())
                .contains("listening on http://127.0.0.1:8080/mcp", "session saved in sessions/two")
                .doesNotContain("sixteen-letters", "not encrypted");
        assertThat(cli.run("run", "--http", "0.0.0.0:8080", "x")).isZero();
        assertThat(cli.errText()).contains("Authorization: Bearer ", "not encrypted");
    }

    @Test
    void aKeyThatIsShortOrVisibleIsNotUsed() {
        cli.env.put("SHORT", "short");

        assertThat(cli.run("run", "--http", "8080", "--http-key", "env:SHORT", "x")).isEqualTo(2);
        assertThat(cli.errText()).contains("at least 16");
        assertThat(cli.run("run", "--http", "8080", "--http-key", "a-key-in-plain-sight", "x"))
                .isEqualTo(2);
        assertThat(cli.run("run", "--http-key", "env:SHORT", "x")).isEqualTo(2);
        assertThat(cli.run("run", "--http", "808080", "x")).isEqualTo(2);
        assertThat(cli.guarded).isEmpty();
    }

    @Test
    void aCommandThatDoesNotSayWhatItRunsIsNotRun() {
        assertThat(cli.run("run", "--", "bash", "-c", "server")).isEqualTo(2);
        assertThat(cli.errText()).contains("cannot tell which package");
        assertThat(cli.guarded).isEmpty();
    }

    @Test
    void codeIsRunAsItsEndingSaysWithLimitsOfItsOwn() throws IOException {
        Path file = Files.writeString(folder.resolve("work.mjs"), "console.log(1)");

        assertThat(cli.run("exec", "--timeout", "2m", "--workspace", "w", file.toString()))
                .isEqualTo(3);

        ExecRequest request = cli.executed.getFirst();
        assertThat(request.language()).isEqualTo(CodeLanguage.NODE);
        assertThat(request.code()).isEqualTo("console.log(1)");
        assertThat(request.folders().workspace()).isEqualTo(Path.of("w"));
        assertThat(request.policy().policy().limits())
                .isEqualTo(new Policy.ResourceLimits(512L << 20, 0.5, 100, 1L << 30, 120));
        assertThat(request.policy().policy().network().allow()).isEmpty();
        assertThat(cli.outText()).isEqualTo("hello\n");
        assertThat(cli.errText()).contains("brought back: results/a.csv");
    }

    @Test
    void anExecutionIsOneObjectOnStandardOutput() {
        assertThat(cli.run("exec", "--format", "json", "-c", "print(1)")).isEqualTo(3);

        JsonNode log = Json.read(cli.outText());
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
        assertThat(cli.run("exec")).isEqualTo(2);
        assertThat(cli.run("exec", "-c", "print(1)", "work.py")).isEqualTo(2);
        assertThat(cli.run("exec", "--lang", "cobol", "-c", "x")).isEqualTo(2);
        assertThat(cli.executed).isEmpty();
    }

    @Test
    void aTerminalIsNotTouchedByWhatCodeWrites() {
        cli.terminal = true;
        cli.said = "a\u001b[2Jb\u009bc\r\n\u00e9";

        cli.run("exec", "-c", "print(1)");

        assertThat(cli.outText()).isEqualTo("a?[2Jb?c\n\u00e9");
    }
}
