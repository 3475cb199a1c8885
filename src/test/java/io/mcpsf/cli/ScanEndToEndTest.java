package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.json.Json;
import io.mcpsf.run.Program;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Scans of a real project by the real Nmap, asked of a service with a worker of its own and of our
 * MCP server: nothing is sent before a person has agreed.
 */
@Tag("chamber")
@Tag("release")
final class ScanEndToEndTest {

    private static final Pattern SERVING = Pattern.compile("serving on (http://\\S+)");

    @TempDir Path folder;
    private final List<Process> started = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicInteger visits = new AtomicInteger();
    private HttpServer shop;
    private Path project;

    @BeforeEach
    void open() throws Exception {
        Program.need("nmap", "nmap");
        shop = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        shop.createContext(
                "/",
                exchange -> {
                    visits.incrementAndGet();
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        shop.start();
        project = Files.createDirectories(folder.resolve("projects/shop"));
        Files.writeString(
                project.resolve("compose.yaml"),
                "services: {web: {image: x, ports: ['127.0.0.1:%d:80']}}\n"
                        .formatted(shop.getAddress().getPort()));
    }

    @AfterEach
    void stop() throws InterruptedException {
        shop.stop(0);
        http.close();
        for (Process process : started) {
            process.destroy();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    @Test
    @Timeout(300)
    void aScanThroughTheServiceWaitsForAnApproverAndRunsInAWorker() throws Exception {
        key("admin");
        String submitter = key("submitter");
        String approver = key("approver");
        String projects = folder.resolve("projects").toString();
        URI service = serve("--workers", "0", "--allow-folder", projects);
        Process _ = start("worker", "--data", data(), "--allow-folder", projects);
        String body = "{\"project\":\"%s\"}".formatted(project);

        String scan = submitted(service, body, submitter);
        assertThat(state(service, scan, submitter)).isEqualTo("AWAITING_APPROVAL");
        assertThat(approve(service, scan, submitter)).isEqualTo(403);
        assertThat(visits).hasValue(0);
        assertThat(approve(service, scan, approver)).isEqualTo(200);
        JsonNode done = await(service, scan, submitter);

        assertThat(done.path("state").asString()).as(done.toString()).isEqualTo("DONE");
        String report =
                get(service, "/api/v1/jobs/" + scan + "/report?format=json", submitter).body();
        assertThat(Json.read(report).path("verdict").asString()).isEqualTo("NOTHING_SEEN");
        assertThat(Json.read(report).path("findings").valueStream())
                .anyMatch(
                        finding ->
                                finding.path("rule").asString().equals("port-open")
                                        && finding.toString()
                                                .contains("" + shop.getAddress().getPort()));
        assertThat(visits.get()).as("Nmap asked for the version").isPositive();

        // Where the folder leads is looked at again when the job runs.
        String moved = submitted(service, body, submitter);
        String strayed =
                submitted(
                        service,
                        "{\"project\":\"%s\",\"targets\":[\"198.51.100.9\",\"10.0.0.0/8\"]}"
                                .formatted(project),
                        submitter);
        assertThat(approve(service, strayed, approver)).isEqualTo(200);
        JsonNode outside = await(service, strayed, submitter);
        assertThat(outside.path("state").asString()).isEqualTo("FAILED");
        assertThat(outside.path("failure").toString())
                .contains("nothing was sent", "out of scope: 198.51.100.9", "10.0.0.0/8");
        Files.move(project, folder.resolve("elsewhere"));
        Files.createSymbolicLink(project, folder.resolve("elsewhere"));
        assertThat(approve(service, moved, approver)).isEqualTo(200);
        JsonNode refused = await(service, moved, submitter);
        assertThat(refused.path("state").asString()).isEqualTo("FAILED");
        assertThat(refused.path("failure").toString()).contains("folder is not allowed");
    }

    @Test
    @Timeout(200)
    void anAgentsScanIsSentOnlyWhenThePersonAgrees() throws Exception {
        try (var agent = new Agent("{}")) {
            assertThat(agent.scan("decline").toString()).contains("did not allow");
        }
        try (var agent = new Agent("{\"elicitation\":{}}")) {
            assertThat(agent.scan("decline").toString()).contains("did not allow");
            assertThat(visits).hasValue(0);

            JsonNode result = agent.scan("accept");

            assertThat(agent.asked)
                    .hasSize(2)
                    .allMatch(
                            question ->
                                    question.contains("127.0.0.1  " + shop.getAddress().getPort()));
            assertThat(result.path("isError").asBoolean(false)).as(result.toString()).isFalse();
            assertThat(result.toString()).contains("NOTHING_SEEN", "port-open");
            assertThat(visits.get()).isPositive();
        }
    }

    /** A client of the real {@code mcpsf mcp}. */
    private final class Agent implements AutoCloseable {

        private final Process process;
        private final Writer say;
        private final BufferedReader heard;
        private final List<String> asked = new ArrayList<>();
        private int last = 1;

        Agent(String capabilities) throws IOException {
            process =
                    new ProcessBuilder(words("mcp", "--output", folder.resolve("cases").toString()))
                            .redirectError(folder.resolve("mcp.log").toFile())
                            .start();
            started.add(process);
            say = process.outputWriter();
            heard = process.inputReader();
            line(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":%s,\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"
                            .formatted(capabilities));
            assertThat(heard.readLine()).contains("serverInfo");
            line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        }

        /** The result, when the person says so to every question. */
        JsonNode scan(String action) throws IOException {
            line(
                    "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"scan\",\"arguments\":{\"project\":\"%s\"}}}"
                            .formatted(++last, project));
            while (true) {
                JsonNode next = Json.read(heard.readLine());
                if (next.path("method").asString("").equals("elicitation/create")) {
                    asked.add(next.path("params").path("message").asString(""));
                    line(
                            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"%s\",\"content\":{\"allow\":true}}}"
                                    .formatted(next.path("id"), action));
                } else if (next.path("id").asInt(0) == last) {
                    return next.path("result");
                }
            }
        }

        private void line(String text) throws IOException {
            say.write(text + "\n");
            say.flush();
        }

        @Override
        public void close() throws IOException {
            say.close();
        }
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private String key(String role) throws Exception {
        Process made = start("key", "create", "--role", role, "--name", role, "--data", data());
        assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(made.exitValue()).isZero();
        return Files.readAllLines(log(made)).stream()
                .filter(line -> line.startsWith("mcpsf_"))
                .findFirst()
                .orElseThrow();
    }

    private URI serve(String... more) throws Exception {
        var words = new ArrayList<>(List.of("serve", "--data", data(), "--bind", "127.0.0.1:0"));
        words.addAll(List.of(more));
        Process process = start(words.toArray(String[]::new));
        long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (true) {
            Matcher serving = SERVING.matcher(Files.readString(log(process)));
            if (serving.find()) {
                return URI.create(serving.group(1));
            }
            assertThat(process.isAlive()).as(Files.readString(log(process))).isTrue();
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(100);
        }
    }

    private String submitted(URI service, String body, String key) throws Exception {
        HttpResponse<String> answer = post(service, "/api/v1/scans", body, key);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return Json.read(answer.body()).path("id").asString();
    }

    private int approve(URI service, String job, String key) throws Exception {
        String path = "/api/v1/jobs/" + job + "/approval";
        return post(service, path, "{\"decision\":\"approved\"}", key).statusCode();
    }

    private String state(URI service, String job, String key) throws Exception {
        return Json.read(get(service, "/api/v1/jobs/" + job, key).body()).path("state").asString();
    }

    private JsonNode await(URI service, String job, String key) throws Exception {
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!state(service, job, key).matches("DONE|FAILED|CANCELLED")) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(100);
        }
        return Json.read(get(service, "/api/v1/jobs/" + job, key).body());
    }

    private HttpResponse<String> get(URI service, String path, String key) throws Exception {
        return http.send(request(service, path, key).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(URI service, String path, String body, String key)
            throws Exception {
        HttpRequest request =
                request(service, path, key)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(URI service, String path, String key) {
        return HttpRequest.newBuilder(service.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + key);
    }

    private Process start(String... words) throws IOException {
        Path log = folder.resolve("log-" + started.size());
        Process process =
                new ProcessBuilder(words(words))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        started.add(process);
        return process;
    }

    private Path log(Process process) {
        return folder.resolve("log-" + started.indexOf(process));
    }

    /** A job of the service runs in a folder of its own. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> words(String... words) {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath(),
                                "io.mcpsf.cli.Main"));
        command.addAll(List.of(words));
        return command;
    }
}
