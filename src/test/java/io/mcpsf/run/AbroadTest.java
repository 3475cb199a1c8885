package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.docker.PrivateEngine;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * An engine that is reached over the network, as one on another machine or in a desktop's virtual
 * machine is: the image of mcpsf is built in it and does the work there.
 */
@Tag("chamber")
@Timeout(400)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AbroadTest {

    @TempDir static Path reports;

    private PrivateEngine engine;
    private String address;

    @BeforeAll
    void build() throws Exception {
        address = "tcp://127.0.0.1:" + freePort();
        engine = PrivateEngine.start("-H", address);
        Map<String, String> environment = new HashMap<>(engine.environment());
        environment.put("MCPSF_CLASS_PATH", mainClassPath());
        environment.put("MCPSF_JAVA_HOME", System.getProperty("java.home"));
        environment.put("MCPSF_BUILD_NETWORK", "none");
        Command.Result built =
                Command.of(Path.of("bin/image").toAbsolutePath().toString())
                        .withOnly(environment)
                        .within(Duration.ofMinutes(4))
                        .run();
        assertThat(built.good()).as(built.stdout() + built.stderr()).isTrue();
    }

    @AfterAll
    void end() {
        engine.close();
    }

    @Test
    void aThiefIsCaughtThere() throws Exception {
        JsonNode report = assess("thief-curl");

        assertThat(report.path("verdict").asString()).isEqualTo("MALICIOUS");
        assertThat(rules(report)).contains("bait-left", "bait-then-connect");
        assertThat(report.path("coverage").path("senses").toString()).doesNotContain("BLIND");
        assertThat(report.path("coverage").path("isolation").path("runtime").asString())
                .startsWith("crun");
        assertThat(report.path("coverage").path("isolation").path("missing").toString())
                .doesNotContain("limit");
    }

    @Test
    void theHonestAreLeftInPeaceAndNothingStaysBehind() throws Exception {
        JsonNode report = assess("calculator");

        assertThat(report.path("verdict").asString()).isEqualTo("NOTHING_SEEN");
        assertThat(reports.resolve("calculator/latest/report.html")).exists();
        assertThat(reports.resolve("calculator/latest/evidence.jsonl")).isNotEmptyFile();
        assertThat(engine.containers()).isEmpty();
    }

    @Test
    void whatGoesWrongThereIsToldHere() throws Exception {
        Path empty = Files.createDirectory(reports.resolve("empty"));

        Command.Result result = mcpsf(empty, Map.of("MCPSF_IMAGE", "no-such-image:1"));

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.stderr()).contains("has no image no-such-image:1");
    }

    private JsonNode assess(String sample) throws InterruptedException {
        Command.Result result = mcpsf(Path.of("samples", sample).toAbsolutePath(), Map.of());
        assertThat(result.code()).as(result.stderr()).isIn(0, 1);
        return Json.read(result.stdout());
    }

    private Command.Result mcpsf(Path source, Map<String, String> more)
            throws InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
        argv.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.mcpsf.cli.Main"));
        argv.addAll(List.of("assess", source.toString(), "--runtime", "docker"));
        argv.addAll(List.of("--profile", "safe", "--seed", "20261101", "--format", "json"));
        argv.addAll(List.of("--output", reports.resolve(source.getFileName()).toString()));
        Map<String, String> environment = new HashMap<>(engine.environment());
        environment.put("DOCKER_HOST", address);
        environment.putAll(more);
        return Command.of(argv)
                .withOnly(environment)
                .within(Duration.ofMinutes(4))
                .keeping(8 << 20)
                .run();
    }

    private static List<String> rules(JsonNode report) {
        return StreamSupport.stream(report.path("findings").spliterator(), false)
                .map(finding -> finding.path("rule").asString())
                .toList();
    }

    /** What we were started with, without the tests. */
    private static String mainClassPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(":"))
                .filter(entry -> !entry.matches(".*/(test-classes|test)/?|.*(junit|assertj).*"))
                .filter(entry -> Files.exists(Path.of(entry)))
                .collect(Collectors.joining(":"));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
