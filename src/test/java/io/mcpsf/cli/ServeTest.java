package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
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
    @AutoClose private RealCommands commands;

    @BeforeEach
    void start() {
        commands = new RealCommands(folder);
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
        URI service =
                commands.serve("--data", folder.resolve("data").toString(), "--workers", "3")
                        .address();
        RealCommands.awaitReady(service);
        // The first job is made by a process that waited for it, the others by their own.
        RealCommands.awaitWarm(service, 1);
        Map<String, String> cloud = Map.of("MCPSF_API_URL", service.toString());

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

        assertThat(commands.said(0)).contains("by a warm process");
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
                commands.start(
                        "serve",
                        "--data",
                        folder.resolve("data").toString(),
                        "--bind",
                        "0.0.0.0:0");

        assertThat(refused.waitFor(100, TimeUnit.SECONDS)).isTrue();
        assertThat(refused.exitValue()).isEqualTo(2);
        assertThat(commands.said(0)).contains("mcpsf key create");
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
            URI service =
                    commands.serve(
                                    "--data",
                                    folder.resolve("data").toString(),
                                    "--session-policy",
                                    policy.toString(),
                                    "--webhook",
                                    "http://127.0.0.1:" + hook.getAddress().getPort() + "/",
                                    "--siem",
                                    "udp://127.0.0.1:" + siem.getLocalPort())
                            .address();
            RealCommands.awaitReady(service);
            String code = "import socket; socket.socket().connect_ex(('192.0.2.1', 4444))";
            var request =
                    HttpRequest.newBuilder(service.resolve("/api/v1/executions"))
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
}
