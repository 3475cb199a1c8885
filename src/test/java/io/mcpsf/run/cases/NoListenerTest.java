package io.mcpsf.run.cases;

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

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * An engine in whose containers the kernel gives us no listener, because their runtime listens
 * itself: eBPF is the sensor there, and says so.
 */
@Tag("release")
@Tag("chamber")
@Timeout(400)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NoListenerTest {

    private static final List<String> WATCHED =
            List.of("PROCESSES", "FILES", "SOCKETS", "SYSCALLS");

    @TempDir static Path reports;

    private PrivateEngine engine;

    @BeforeAll
    void start() {
        engine = PrivateEngine.withoutListener();
    }

    @AfterAll
    void end() {
        engine.close();
    }

    @Test
    void aThiefIsCaughtByWhatTheKernelTells() throws Exception {
        JsonNode report = assess("thief-curl");

        assertThat(report.path("verdict").asString()).isEqualTo("MALICIOUS");
        assertThat(rules(report)).contains("bait-read", "bait-left", "bait-then-connect");
        saysSo(report);
        String evidence = Files.readString(reports.resolve("thief-curl/latest/evidence.jsonl"));
        assertThat(evidence.lines())
                .anyMatch(
                        line ->
                                line.contains("\"record\":\"ProcessStarted\"")
                                        && line.contains("/usr/bin/curl"))
                .anyMatch(line -> line.contains("\"record\":\"Connected\""))
                .anyMatch(line -> line.contains("\"record\":\"BaitTouched\""));
    }

    @Test
    void anHonestServerIsNotCleared() throws Exception {
        JsonNode report = assess("calculator");

        assertThat(report.path("verdict").asString()).isEqualTo("INCONCLUSIVE");
        assertThat(report.path("findings")).isEmpty();
        saysSo(report);
        assertThat(engine.containers()).isEmpty();
    }

    @Test
    void theDoctorNamesTheSensorAndWhy() throws Exception {
        Command.Result said = mcpsf(List.of("doctor"));

        assertThat(said.stdout() + said.stderr())
                .contains("eBPF is the sensor")
                .contains("listener for system calls");
    }

    private static void saysSo(JsonNode report) {
        for (String sense : WATCHED) {
            JsonNode account = report.at("/coverage/senses/" + sense);
            assertThat(account.path("health").asString()).isEqualTo("LOSSY");
            assertThat(account.path("why").asString()).startsWith("eBPF is the sensor, because");
            assertThat(account.path("lost").asLong()).as(account.toString()).isZero();
        }
        assertThat(report.at("/coverage/senses/PROCESSES/events").asLong()).isPositive();
        assertThat(report.at("/coverage/senses/FILES/events").asLong()).isPositive();
        assertThat(report.at("/coverage/isolation/details/missing").toString())
                .contains("listener for system calls");
    }

    private JsonNode assess(String sample) throws InterruptedException {
        Command.Result result =
                mcpsf(
                        List.of(
                                "assess",
                                Path.of("samples", sample).toAbsolutePath().toString(),
                                "--runtime",
                                "docker-runc",
                                "--profile",
                                "safe",
                                "--seed",
                                "20261101",
                                "--format",
                                "json",
                                "--output",
                                reports.resolve(sample).toString()));
        assertThat(result.code()).as(result.stderr()).isIn(0, 1, 3);
        return Json.read(result.stdout());
    }

    private Command.Result mcpsf(List<String> words) throws InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
        argv.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.mcpsf.cli.Main"));
        argv.addAll(words);
        return Command.of(argv)
                .withOnly(engine.environment())
                .within(Duration.ofMinutes(4))
                .keeping(8 << 20)
                .run();
    }

    private static List<String> rules(JsonNode report) {
        return StreamSupport.stream(report.path("findings").spliterator(), false)
                .map(finding -> finding.path("rule").asString())
                .toList();
    }
}
