package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real service and the real processes that wait for its jobs. */
@Tag("chamber")
@Timeout(240)
final class WarmServiceTest {

    @TempDir Path folder;
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : started) {
            process.destroy();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void nothingWaitsAfterTheServiceWasKilled() throws Exception {
        Path data = folder.resolve("data");
        Process service = serve(data, "1");
        List<ProcessHandle> waiting = service.descendants().toList();
        assertThat(waiting).isNotEmpty();

        service.destroyForcibly().waitFor();

        for (ProcessHandle one : waiting) {
            one.onExit().get(60, TimeUnit.SECONDS);
        }
        assertThat(folders(data)).as("left").hasSize(1);
        serve(data, "0");
        assertThat(folders(data)).as("swept").isEmpty();
    }

    @Test
    void withoutAnOrderItGoesAndWithAnotherItRefuses() throws Exception {
        assertThat(told("")).isEqualTo("0 {\"kind\":\"ready\"}\n");
        assertThat(told("[\"serve\"]\n"))
                .startsWith("2 {\"kind\":\"ready\"}\n")
                .contains("mcpsf: cannot read the order", "it is no assessment");
        assertThat(told("{\n")).startsWith("2 ").contains("mcpsf: cannot read the order");
        assertThat(told("[\"assess\",\"--no-such-option\"]\n"))
                .startsWith("2 ")
                .contains("unknown option: --no-such-option");
    }

    /** What it says on standard error when it is told this, behind its exit code. */
    private String told(String order) throws Exception {
        Path said = folder.resolve("said");
        Process process = java(said, "stand-by");
        try (var in = process.getOutputStream()) {
            in.write(order.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() + " " + Files.readString(said);
    }

    /** Until it answers and as many wait as are to. */
    private Process serve(Path data, String warm) throws Exception {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Process process =
                java(
                        folder.resolve("log-" + started.size()),
                        "serve",
                        "--data",
                        data.toString(),
                        "--bind",
                        "127.0.0.1:" + port,
                        "--workers",
                        "1",
                        "--warm",
                        warm);
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health")).build();
        long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        try (var http = HttpClient.newHttpClient()) {
            while (true) {
                try {
                    JsonNode health =
                            Json.read(
                                    http.send(request, HttpResponse.BodyHandlers.ofString())
                                            .body());
                    if (health.path("warm").intValue(-1) == Integer.parseInt(warm)) {
                        return process;
                    }
                } catch (IOException e) {
                    assertThat(process.isAlive()).isTrue();
                }
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.sleep(200);
            }
        }
    }

    private static List<Path> folders(Path data) throws IOException {
        try (Stream<Path> all = Files.list(data.resolve("work"))) {
            return all.toList();
        }
    }

    private Process java(Path said, String... words) throws IOException {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.mcpsf.cli.Main"));
        command.addAll(List.of(words));
        Process process =
                new ProcessBuilder(command)
                        .redirectError(said.toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        started.add(process);
        return process;
    }
}
