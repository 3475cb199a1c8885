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
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * An engine that is reached over the network, as one on another machine or in a desktop's virtual
 * machine is: the image of mcpsf is built in it and does the work there.
 */
@Tag("release")
@Tag("chamber")
@Timeout(400)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RemoteCaseTest {

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
        for (String sense : List.of("PROCESSES", "FILES", "SOCKETS", "SYSCALLS", "NETWORK")) {
            assertThat(report.at("/coverage/senses/" + sense + "/health").asString())
                    .isEqualTo("FULL");
        }
        assertThat(report.path("coverage").path("isolation").path("runtime").asString())
                .startsWith("crun");
        assertThat(report.at("/coverage/isolation/details/missing").isArray()).isTrue();
        assertThat(report.at("/coverage/isolation/details/missing").toString())
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

    /** The API and a worker, with the rights that the compose file gives them. */
    @Test
    void theServiceRunsAsTheComposeFileSays() throws Exception {
        String at = "127.0.0.1:" + freePort();
        engine.ask("volume", "create", "data");
        try (var http = HttpClient.newHttpClient()) {
            String key =
                    last(
                            engine.ask(
                                    service(
                                            "api", "--rm", "key", "create", "--role", "admin",
                                            "--name", "test")));
            engine.ask(
                    service(
                            "api",
                            "--detach",
                            "serve",
                            "--bind",
                            at,
                            "--workers",
                            "0",
                            "--allow-folder",
                            "/samples"));
            engine.ask(service("worker", "--detach", "worker", "--allow-folder", "/samples"));
            JsonNode job =
                    send(
                            http,
                            HttpRequest.newBuilder(URI.create("http://" + at + "/api/v1/assess"))
                                    .POST(
                                            HttpRequest.BodyPublishers.ofString(
                                                    "{\"source\":\"/samples/thief-curl\",\"profile\":\"safe\"}"))
                                    .header("Content-Type", "application/json"),
                            key);
            var self = URI.create("http://" + at + "/api/v1/jobs/" + job.path("id").asString());
            long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
            while (!job.path("state").asString().matches("DONE|FAILED")) {
                assertThat(System.nanoTime()).as(job.toString()).isLessThan(end);
                LockSupport.parkNanos(200_000_000);
                job = send(http, HttpRequest.newBuilder(self), key);
            }

            assertThat(job.path("result").path("verdict").asString()).isEqualTo("MALICIOUS");
        } finally {
            engine.run("rm", "--force", "api", "worker");
            engine.run("volume", "rm", "data");
        }
    }

    /** What a service of the compose file is run with, on this engine that has no networks. */
    private static String[] service(String name, String how, String... words) throws IOException {
        JsonNode file = new YAMLMapper().readTree(Files.readString(Path.of("deploy/compose.yaml")));
        JsonNode service = file.path("services").path(name);
        assertThat(service.path("command").get(0).asString()).isIn("serve", "worker");
        List<String> argv = new ArrayList<>(List.of("run", how));
        if (how.equals("--detach")) {
            argv.addAll(List.of("--name", name));
        }
        if (service.path("read_only").asBoolean(false)) {
            argv.add("--read-only");
        }
        Map.of(
                        "cap_add",
                        "--cap-add",
                        "cap_drop",
                        "--cap-drop",
                        "security_opt",
                        "--security-opt",
                        "tmpfs",
                        "--tmpfs")
                .forEach(
                        (key, flag) ->
                                service.path(key)
                                        .forEach(
                                                each ->
                                                        argv.addAll(
                                                                List.of(flag, each.asString()))));
        argv.addAll(List.of("--network", name.equals("api") ? "host" : "none"));
        argv.addAll(List.of("--env", "MCPSF_DATA=/data", "--volume", "data:/data"));
        argv.addAll(
                List.of(
                        "--volume",
                        Path.of("samples").toAbsolutePath() + ":/samples:ro",
                        "mcpsf:latest"));
        argv.addAll(List.of(words));
        return argv.toArray(String[]::new);
    }

    /** Tries again while the API is starting. */
    private static JsonNode send(HttpClient http, HttpRequest.Builder request, String key)
            throws Exception {
        var asked = request.header("Authorization", "Bearer " + key).build();
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (true) {
            try {
                var answer = http.send(asked, HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
                return Json.read(answer.body());
            } catch (ConnectException e) {
                assertThat(System.nanoTime()).isLessThan(end);
                LockSupport.parkNanos(100_000_000);
            }
        }
    }

    private static String last(String lines) {
        return lines.lines().reduce((first, second) -> second).orElseThrow();
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
