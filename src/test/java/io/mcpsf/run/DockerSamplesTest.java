package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.docker.PrivateEngine;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Samples detonated in containers of a real engine get the verdicts that they get elsewhere. */
@Tag("chamber")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DockerSamplesTest {

    /**
     * One of each way to see something: processes, files, decoys, names, requests, limits, calls.
     */
    private static final List<String> SAMPLES =
            List.of(
                    "calculator",
                    "courier-python",
                    "dns-tunnel",
                    "dropper",
                    "escape-artist",
                    "fork-bomb",
                    "http-echo",
                    "memory-bomb",
                    "notes-python",
                    "ransom",
                    "thief-curl",
                    "vuln-command-node");

    /** In gVisor another sensor sees them; the rest is the same. */
    private static final List<String> IN_GVISOR =
            List.of("calculator", "dns-tunnel", "http-echo", "ransom", "thief-curl");

    private static final int AT_ONCE = 2;

    @TempDir static Path reports;

    private PrivateEngine engine;

    @BeforeAll
    void start() {
        engine = PrivateEngine.withGvisor();
    }

    @AfterAll
    void end() {
        engine.close();
    }

    @TestFactory
    Stream<DynamicTest> everySampleGetsTheVerdictItDeserves() {
        var tasks = Executors.newFixedThreadPool(AT_ONCE);
        var tests = new ArrayList<DynamicTest>();
        SAMPLES.forEach(sample -> tests.add(test(sample, "runc", tasks)));
        IN_GVISOR.forEach(sample -> tests.add(test(sample, "runsc", tasks)));
        tasks.shutdown();
        return tests.stream();
    }

    private DynamicTest test(String sample, String runtime, ExecutorService tasks) {
        Path folder = Path.of("samples", sample).toAbsolutePath();
        Future<JsonNode> report = tasks.submit(() -> assess(folder, runtime));
        return DynamicTest.dynamicTest(
                sample + " in " + runtime, () -> compare(expect(folder), result(report), runtime));
    }

    private JsonNode assess(Path sample, String runtime) throws InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
        argv.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.mcpsf.cli.Main"));
        argv.addAll(List.of("assess", sample.toString(), "--runtime", "docker-" + runtime));
        argv.addAll(List.of("--profile", "balanced", "--seed", "20261101", "--format", "json"));
        argv.addAll(
                List.of("--output", reports.resolve(sample.getFileName() + runtime).toString()));
        Command.Result result =
                Command.of(argv)
                        .withOnly(engine.environment())
                        .within(Duration.ofMinutes(4))
                        .keeping(8 << 20)
                        .run();
        assertThat(result.code()).as(result.stderr()).isIn(0, 1, 3);
        return Json.read(result.stdout());
    }

    private static void compare(JsonNode expect, JsonNode report, String runtime) {
        List<String> rules =
                StreamSupport.stream(report.path("findings").spliterator(), false)
                        .map(finding -> finding.path("rule").asString())
                        .toList();
        String told = report.path("summary").asString() + " " + report.path("coverage") + rules;

        assertThat(report.path("verdict").asString())
                .as(told)
                .isEqualTo(expect.path("verdict").asString());
        assertThat(rules)
                .as(told)
                .containsAll(
                        StreamSupport.stream(expect.path("rules").spliterator(), false)
                                .map(JsonNode::asString)
                                .toList());
        assertThat(report.path("coverage").path("isolation").path("runtime").asString())
                .startsWith("docker with " + runtime);
    }

    private static JsonNode expect(Path sample) {
        try {
            return new YAMLMapper().readTree(Files.readString(sample.resolve("expect.yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode result(Future<JsonNode> report) throws InterruptedException {
        try {
            return report.get();
        } catch (ExecutionException e) {
            throw new AssertionError("the assessment failed", e.getCause());
        }
    }
}
