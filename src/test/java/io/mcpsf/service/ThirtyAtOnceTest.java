package io.mcpsf.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.cli.RealCommands;
import io.mcpsf.json.Json;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Thirty real chambers at the same time, on however few processors: none of them starves so that it
 * is judged otherwise than alone.
 */
@Tag("chamber")
@Tag("release")
@Tag("alone")
final class ThirtyAtOnceTest {

    private static final int TIMES = 5;
    private static final int AT_ONCE = 30;

    /** Every verdict there is, in Node and in Python, from the code, the start and the attack. */
    private static final Map<String, String> SAMPLES = samples();

    @TempDir Path folder;
    @AutoClose private RealCommands commands;
    @AutoClose private final HttpClient http = HttpClient.newHttpClient();

    private static Map<String, String> samples() {
        var samples = new LinkedHashMap<String, String>();
        samples.put("vuln-command-python", "balanced");
        samples.put("calculator", "safe");
        samples.put("echo-thief", "safe");
        samples.put("poisoned-words", "safe");
        samples.put("dies-at-start", "safe");
        samples.put("thief-env-node", "safe");
        return samples;
    }

    /** What must be the same: the verdict, and which findings at which place. */
    private record Result(String verdict, TreeSet<String> findings) {
        static Result of(JsonNode report) {
            var findings = new TreeSet<String>();
            report.path("findings").forEach(f -> findings.add(f.path("id").stringValue("")));
            return new Result(report.path("verdict").stringValue(""), findings);
        }
    }

    @BeforeEach
    void start() {
        commands = new RealCommands(folder);
    }

    @Test
    @Timeout(600)
    void thirtyJobsThatRunAtOnceEndAsTheyDoOneByOne() throws Exception {
        var alone = new LinkedHashMap<String, Result>();
        for (Map.Entry<String, String> sample : SAMPLES.entrySet()) {
            alone.put(sample.getKey(), alone(sample.getKey(), sample.getValue()));
        }
        assertThat(alone.values().stream().map(Result::verdict).distinct())
                .contains("NOTHING_SEEN", "SUSPICIOUS", "MALICIOUS", "RISKY", "INCONCLUSIVE");
        URI service = serve();

        var jobs = new LinkedHashMap<String, String>();
        for (int i = 0; i < TIMES; i++) {
            for (Map.Entry<String, String> sample : SAMPLES.entrySet()) {
                jobs.put(submit(service, sample.getKey(), sample.getValue()), sample.getKey());
            }
        }
        assertThat(jobs).hasSize(AT_ONCE);
        int most = 0;
        long left = AT_ONCE;
        while (left > 0) {
            JsonNode page = Json.read(get(service, "/api/v1/jobs?limit=100"));
            int running = 0;
            left = AT_ONCE;
            for (JsonNode job : page.path("items")) {
                String state = job.path("state").stringValue("");
                running += state.equals("RUNNING") ? 1 : 0;
                left -= state.equals("DONE") ? 1 : 0;
                assertThat(state).as(job.toString()).isIn("QUEUED", "RUNNING", "DONE");
                assertThat(job.path("attempt").intValue(1)).as(job.toString()).isLessThan(2);
            }
            most = Math.max(most, running);
            Thread.sleep(250);
        }

        assertThat(most).as("at once").isEqualTo(AT_ONCE);
        var crowded = new LinkedHashMap<String, Result>();
        var expected = new LinkedHashMap<String, Result>();
        for (Map.Entry<String, String> job : jobs.entrySet()) {
            String name = job.getValue() + " " + job.getKey();
            JsonNode report =
                    Json.read(get(service, "/api/v1/jobs/" + job.getKey() + "/report?format=json"));
            crowded.put(name, Result.of(report));
            expected.put(name, alone.get(job.getValue()));
        }
        assertThat(crowded).containsExactlyEntriesOf(expected);
    }

    private Result alone(String sample, String profile) throws Exception {
        Path out = folder.resolve("alone-" + sample);
        Process process =
                commands.start(
                        "assess",
                        source(sample),
                        "--profile",
                        profile,
                        "--seed",
                        "7",
                        "--quiet",
                        "--output",
                        out.toString());
        assertThat(process.waitFor(150, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isIn(0, 1, 3);
        return Result.of(Json.read(Files.readAllBytes(out.resolve("latest/report.json"))));
    }

    private static String source(String sample) {
        return Path.of("samples", sample).toAbsolutePath().toString();
    }

    private URI serve() throws Exception {
        return commands.serve(
                        "--data",
                        folder.resolve("data").toString(),
                        "--allow-folder",
                        Path.of("samples").toAbsolutePath().toString(),
                        "--workers",
                        "" + AT_ONCE)
                .address();
    }

    private String submit(URI service, String sample, String profile) throws Exception {
        String body =
                Json.text(
                        Json.object()
                                .put("source", source(sample))
                                .put("profile", profile)
                                .put("seed", 7));
        HttpResponse<String> answer =
                http.send(
                        HttpRequest.newBuilder(service.resolve("/api/v1/assess"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return Json.read(answer.body()).path("id").stringValue("");
    }

    private String get(URI service, String path) throws Exception {
        HttpResponse<String> answer =
                http.send(
                        HttpRequest.newBuilder(service.resolve(path)).build(),
                        BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }
}
