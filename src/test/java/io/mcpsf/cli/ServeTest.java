package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The real command, a real service, real chambers: by the API and by the command line, one result.
 */
@Tag("chamber")
final class ServeTest {

    private static final List<String> SAMPLES =
            List.of("calculator", "echo-thief", "calculator", "echo-thief");

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
    @Timeout(400)
    void jobsInParallelThroughTheServiceGiveWhatTheCommandLineGivesAlone() throws Exception {
        Map<String, JsonNode> alone = new TreeMap<>();
        for (String sample : new TreeSet<>(SAMPLES)) {
            Path out = folder.resolve("local-" + sample);
            assertThat(assess(sample, out, Map.of())).isIn(0, 1, 3);
            alone.put(sample, report(out));
        }
        int port = freePort();
        start(
                "serve",
                "--data",
                folder.resolve("data").toString(),
                "--bind",
                "127.0.0.1:" + port,
                "--workers",
                "3");
        awaitReady(port);
        // The first job is made by a process that waited for it, the others by their own.
        awaitWarm(port, 1);
        Map<String, String> cloud = Map.of("MCPSF_API_URL", "http://127.0.0.1:" + port);

        var results = new ArrayList<Future<JsonNode>>();
        try (var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SAMPLES.size(); i++) {
                Path out = folder.resolve("cloud-" + i);
                String sample = SAMPLES.get(i);
                Callable<JsonNode> task =
                        () -> {
                            assertThat(assess(sample, out, cloud, "--executor", "cloud"))
                                    .isIn(0, 1, 3);
                            return report(out);
                        };
                results.add(tasks.submit(task));
            }
        }

        assertThat(Files.readString(folder.resolve("log-0"))).contains("by a warm process");
        for (int i = 0; i < SAMPLES.size(); i++) {
            JsonNode one = results.get(i).get();
            JsonNode other = alone.getOrDefault(SAMPLES.get(i), Json.object());
            assertThat(one.path("verdict")).isEqualTo(other.path("verdict"));
            assertThat(one.path("target").path("sha256"))
                    .isEqualTo(other.path("target").path("sha256"));
            assertThat(rules(one)).isEqualTo(rules(other));
            assertThat(one.toString()).doesNotContain(folder.resolve("data").toString());
        }
    }

    @Test
    @Timeout(120)
    void withoutAKeyItListensOnLoopbackAlone() throws Exception {
        Process refused =
                start("serve", "--data", folder.resolve("data").toString(), "--bind", "0.0.0.0:0");

        assertThat(refused.waitFor(100, TimeUnit.SECONDS)).isTrue();
        assertThat(refused.exitValue()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("log-0"))).contains("mcpsf key create");
    }

    @Test
    @Tag("release")
    @Timeout(200)
    void violationsInSessionsReachAWebhookAndASiemAtOnce() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        HttpServer hook =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        heard.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                        exchange.sendResponseHeaders(204, -1);
                    }
                });
        hook.start();
        try (var siem = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            siem.setSoTimeout(60_000);
            Path policy = Files.writeString(folder.resolve("p.yaml"), "code: {allow: [network]}\n");
            int port = freePort();
            start(
                    "serve",
                    "--data",
                    folder.resolve("data").toString(),
                    "--bind",
                    "127.0.0.1:" + port,
                    "--session-policy",
                    policy.toString(),
                    "--webhook",
                    "http://127.0.0.1:" + hook.getAddress().getPort() + "/",
                    "--siem",
                    "udp://127.0.0.1:" + siem.getLocalPort());
            awaitReady(port);
            String code = "import socket; socket.socket().connect_ex(('192.0.2.1', 4444))";
            var request =
                    HttpRequest.newBuilder(
                                    URI.create("http://127.0.0.1:" + port + "/api/v1/executions"))
                            .header("Content-Type", "application/json")
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            Json.text(Json.object().put("code", code))))
                            .build();
            try (var http = HttpClient.newHttpClient()) {
                String log = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
                assertThat(log).contains("NETWORK_ESCAPE");
            }

            assertThat(heard.poll(60, TimeUnit.SECONDS)).contains("NETWORK_ESCAPE", "192.0.2.1");
            var packet = new DatagramPacket(new byte[8192], 8192);
            siem.receive(packet);
            assertThat(new String(packet.getData(), 0, packet.getLength(), UTF_8))
                    .contains("CEF:0|", "NETWORK_ESCAPE", "192.0.2.1");
        } finally {
            hook.stop(0);
        }
    }

    private static int assess(String sample, Path out, Map<String, String> env, String... more) {
        var words =
                new ArrayList<>(
                        List.of(
                                "assess",
                                "samples/" + sample,
                                "--profile",
                                "safe",
                                "--seed",
                                "7",
                                "--output",
                                out.toString()));
        words.addAll(List.of(more));
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
        var console = new Console(nowhere, nowhere, new Console.Ends(false, false, 100, true), env);
        return Main.cli(console).run(words.toArray(String[]::new));
    }

    private Process start(String... words) throws IOException {
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
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log-" + started.size()).toFile())
                        .start();
        started.add(process);
        return process;
    }

    private static JsonNode report(Path out) throws IOException {
        return Json.read(Files.readAllBytes(out.resolve("latest/report.json")));
    }

    private static List<String> rules(JsonNode report) {
        var rules = new ArrayList<String>();
        report.path("findings")
                .forEach(
                        f ->
                                rules.add(
                                        f.path("rule").stringValue("")
                                                + " "
                                                + f.path("severity").stringValue("")));
        rules.sort(null);
        return rules;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void awaitWarm(int port, int processes) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health")).build();
        try (var http = HttpClient.newHttpClient()) {
            while (Json.read(http.send(request, HttpResponse.BodyHandlers.ofString()).body())
                            .path("warm")
                            .intValue(-1)
                    != processes) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.sleep(100);
            }
        }
    }

    private static void awaitReady(int port) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/ready")).build();
        try (var http = HttpClient.newHttpClient()) {
            while (true) {
                try {
                    if (http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode()
                            == 200) {
                        return;
                    }
                } catch (IOException e) {
                    assertThat(System.nanoTime()).isLessThan(deadline);
                }
                Thread.sleep(100);
            }
        }
    }
}
