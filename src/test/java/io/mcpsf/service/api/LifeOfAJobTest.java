package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A job from its submission to its erasure, over HTTP. */
final class LifeOfAJobTest {

    @TempDir static Path folder;
    private static TestService service;
    private static String admin;

    @BeforeAll
    static void start() {
        service = TestService.start(folder);
        admin = service.key(Role.ADMIN);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void aFinishedJobHasAReportFilesAndHits() throws Exception {
        String id = submit("{\"source\":\"npm:left-pad\",\"env\":{\"K\":\"s3cret\"}}");
        JsonNode job = service.await(id, "DONE", admin);

        assertThat(job.path("result").path("verdict").stringValue("")).isEqualTo("MALICIOUS");
        assertThat(job.toString()).doesNotContain("s3cret").contains("\"env\":[\"K\"]");
        HttpResponse<String> report = get("/api/v1/jobs/" + id + "/report");
        assertThat(report.body()).contains("\"verdict\"");
        HttpResponse<String> html = get("/api/v1/jobs/" + id + "/report?format=html");
        assertThat(html.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("sandbox");
        String tag = report.headers().firstValue("ETag").orElseThrow();
        assertThat(
                        service.send(
                                        service.request("/api/v1/jobs/" + id + "/report", admin)
                                                .header("If-None-Match", tag)
                                                .build())
                                .statusCode())
                .isEqualTo(304);
        assertThat(get("/api/v1/jobs/" + id + "/report?format=pdf").statusCode()).isEqualTo(400);
        for (String part : List.of("DECOY", "100%25_sure!", "bait-left")) {
            assertThat(get("/api/v1/search?q=" + part).body()).contains(id);
        }
        assertThat(get("/api/v1/search?q=100%25x").body()).doesNotContain(id);
        assertThat(get("/api/v1/search?in=indicators&type=domain&q=evil").body()).contains(id);
        assertThat(get("/api/v1/fleet").body()).contains("evil.invalid").contains("bait-left");
    }

    @Test
    void aDetectorThatDoesNotExistIsRefusedAndNotLeftOut() throws Exception {
        var refused =
                service.post(
                        "/api/v1/assess",
                        "{\"source\":\"npm:x\",\"detectors\":[\"secrets\",\"secretz\"]}",
                        admin);

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("unknown-detector", "secretz");
        submit("{\"source\":\"npm:x\",\"detectors\":[\"secrets\",\"secret-exfiltrated\"]}");
    }

    @Test
    void etagsChangeWithTheJob() throws Exception {
        String id = submit("{\"source\":\"npm:x\",\"label\":\"400\"}");
        String before = get("/api/v1/jobs/" + id).headers().firstValue("ETag").orElseThrow();
        service.await(id, "DONE", admin);
        String after = get("/api/v1/jobs/" + id).headers().firstValue("ETag").orElseThrow();

        assertThat(after).isNotEqualTo(before);
        assertThat(
                        service.send(
                                        service.request("/api/v1/jobs/" + id, admin)
                                                .header("If-None-Match", after)
                                                .build())
                                .statusCode())
                .isEqualTo(304);
        assertThat(
                        service.send(
                                        service.request("/api/v1/jobs/" + id, admin)
                                                .header("If-Match", before)
                                                .DELETE()
                                                .build())
                                .statusCode())
                .isEqualTo(412);
    }

    @Test
    void pagesHoldEveryJobOnceTheNewestFirst() throws Exception {
        var made = new ArrayList<String>();
        for (int i = 0; i < 7; i++) {
            made.addFirst(submit("{\"source\":\"npm:paged-" + i + "\"}"));
        }
        var seen = new ArrayList<String>();
        String cursor = "";
        do {
            JsonNode page = Json.read(get("/api/v1/jobs?q=PAGED&limit=3" + cursor).body());
            page.path("items").forEach(j -> seen.add(j.path("id").stringValue("")));
            String next = page.path("next").stringValue("");
            cursor = next.isEmpty() ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());

        assertThat(seen).isEqualTo(made);
    }

    @Test
    void aStreamGoesOnBehindTheEventThatIsKnown() throws Exception {
        String id = submit("{\"source\":\"npm:x\",\"label\":\"700\"}");
        var live = new ArrayList<String>();
        var request = service.request("/api/v1/jobs/" + id + "/events", admin).build();
        try (var client = java.net.http.HttpClient.newHttpClient();
                var lines =
                        new BufferedReader(
                                new InputStreamReader(
                                        client.send(
                                                        request,
                                                        HttpResponse.BodyHandlers.ofInputStream())
                                                .body(),
                                        StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    live.add(line.substring(4));
                }
            }
        }
        assertThat(live).isEqualTo(numbers(1, live.size())).hasSizeGreaterThan(3);

        String rest =
                service.send(
                                service.request("/api/v1/jobs/" + id + "/events", admin)
                                        .header("Last-Event-ID", "2")
                                        .build())
                        .body();
        assertThat(rest.lines().filter(l -> l.startsWith("id: ")).map(l -> l.substring(4)).toList())
                .isEqualTo(numbers(3, live.size()));
        assertThat(rest).contains("event: end");
    }

    @Test
    void aRunningJobIsCancelledWithinSeconds() throws Exception {
        String id = submit("{\"source\":\"npm:x\",\"label\":\"60000\"}");
        service.await(id, "RUNNING", admin);
        assertThat(delete("/api/v1/jobs/" + id)).isEqualTo(409);

        assertThat(service.post("/api/v1/jobs/" + id + "/cancel", "", admin).statusCode())
                .isEqualTo(202);

        service.await(id, "CANCELLED", admin);
        assertThat(service.post("/api/v1/jobs/" + id + "/cancel", "", admin).statusCode())
                .isEqualTo(409);
        assertThat(delete("/api/v1/jobs/" + id)).isEqualTo(204);
    }

    @Test
    void highRiskWaitsForSomebodyElse() throws Exception {
        String approver = service.key(Role.APPROVER);
        String submitter = service.key(Role.SUBMITTER);
        String risky = "{\"source\":\"npm:x\",\"profile\":\"aggressive\"}";
        String own = service.submit(risky, approver).path("id").stringValue("");
        String id = service.submit(risky, submitter).path("id").stringValue("");
        String path = "/api/v1/jobs/" + id + "/approval";
        String yes = "{\"decision\":\"approved\",\"note\":\"fine\"}";

        assertThat(service.post("/api/v1/jobs/" + own + "/approval", yes, approver).body())
                .contains("own-job");
        assertThat(service.post(path, yes, submitter).statusCode()).isEqualTo(403);
        assertThat(service.post(path, yes, approver).statusCode()).isEqualTo(200);
        service.await(id, "DONE", admin);
        assertThat(service.post(path, yes, approver).statusCode()).isEqualTo(409);
        assertThat(
                        service.post(
                                        "/api/v1/jobs/" + own + "/approval",
                                        "{\"decision\":\"refused\"}",
                                        admin)
                                .body())
                .contains("REFUSED");
    }

    @Test
    void deletingLeavesNothing() throws Exception {
        String id = submit("{\"source\":\"npm:x\"}");
        service.await(id, "DONE", admin);
        Path files = folder.resolve("files/jobs").resolve(id);
        assertThat(files).isDirectory();

        assertThat(delete("/api/v1/jobs/" + id)).isEqualTo(204);

        assertThat(files).doesNotExist();
        assertThat(get("/api/v1/jobs/" + id).statusCode()).isEqualTo(404);
        for (String table : List.of("events", "files", "findings", "indicators")) {
            long left =
                    service.foundation()
                            .database()
                            .read(
                                    sql ->
                                            sql.number(
                                                    "SELECT count(*) FROM "
                                                            + table
                                                            + " WHERE job = ?",
                                                    id));
            assertThat(left).as(table).isZero();
        }
    }

    @Test
    void aFolderAroundEverythingInAnArchiveIsItsWrapping() throws Exception {
        assertThat(unpacked("top/package.json", "top/src/x.js"))
                .containsExactly("package.json", "src/x.js");
        assertThat(unpacked("a/x.js", "b/y.js")).containsExactly("a/x.js", "b/y.js");
        assertThat(unpacked("package.json")).containsExactly("package.json");
    }

    @Test
    void erasureTakesEverythingOfAKeyAndItsName() throws Exception {
        String key =
                service.foundation()
                        .keys()
                        .make(
                                "Jordan Miller",
                                Role.SUBMITTER,
                                io.mcpsf.service.access.KeyLimits.usual(),
                                0)
                        .secret();
        String upload =
                Json.read(
                                service.post(
                                                "/api/v1/uploads?name=mine",
                                                "application/zip",
                                                BodyPublishers.ofByteArray(zip()),
                                                key)
                                        .body())
                        .path("source")
                        .stringValue("");
        String id =
                service.submit("{\"source\":\"" + upload + "\"}", key).path("id").stringValue("");
        service.await(id, "DONE", admin);

        HttpResponse<String> erased =
                service.post("/api/v1/keys/" + key.split("_")[1] + "/erasure", "{}", admin);

        assertThat(erased.body()).contains("\"jobs\":1");
        assertThat(get("/api/v1/jobs/" + id).statusCode()).isEqualTo(404);
        assertThat(get("/api/v1/keys").body()).doesNotContain("Jordan");
        assertThat(get("/api/v1/audit?limit=200").body()).doesNotContain("Jordan");
        assertThat(service.get("/api/v1/me", key).statusCode()).isEqualTo(401);
        try (Stream<Path> left = Files.walk(folder.resolve("files/uploads"))) {
            assertThat(left.map(file -> "upload:" + file.getFileName())).doesNotContain(upload);
        }
    }

    @Test
    void everyAccessIsInTheLogAndTheChainIsWhole() throws Exception {
        String viewer = service.key(Role.VIEWER);
        get("/api/v1/jobs/" + "7".repeat(26));
        service.get("/api/v1/keys", viewer);
        service.get("/api/v1/me", "mcpsf_wrong");

        String log = "";
        String operator = service.key(Role.OPERATOR);
        String id = viewer.split("_")[1];
        for (int i = 0; i < 500 && !(log.contains(id) && log.contains("nobody")); i++) {
            log = service.get("/api/v1/audit?limit=200", operator).body();
        }

        assertThat(log)
                .contains("\"action\":\"getJob\",\"resource\":\"" + "7".repeat(26))
                .contains("\"key\":\"" + id)
                .contains("\"nobody\"");
        assertThat(get("/api/v1/audit/verification").body()).contains("\"whole\":true");
    }

    @Test
    void quotasHold() throws Exception {
        String key =
                service.foundation()
                        .keys()
                        .make(
                                "n",
                                Role.SUBMITTER,
                                new io.mcpsf.service.access.KeyLimits(100, 1, 2),
                                0)
                        .secret();
        String slow = "{\"source\":\"npm:x\",\"label\":\"300\"}";
        String id = service.submit(slow, key).path("id").stringValue("");
        assertThat(service.post("/api/v1/assess", slow, key).body()).contains("quota-exceeded");
        service.await(id, "DONE", admin);
        service.await(service.submit(slow, key).path("id").stringValue(""), "DONE", admin);

        assertThat(service.post("/api/v1/assess", slow, key).statusCode()).isEqualTo(429);
    }

    @Test
    void figuresAreForPrometheus() throws Exception {
        assertThat(get("/metrics").body())
                .contains("# TYPE mcpsf_jobs gauge")
                .contains("mcpsf_http_request_seconds_bucket{le=\"+Inf\"}")
                .contains("mcpsf_workers 1");
    }

    private static List<String> numbers(int from, int to) {
        var numbers = new ArrayList<String>();
        for (int i = from; i <= to; i++) {
            numbers.add("" + i);
        }
        return numbers;
    }

    private static byte[] zip() throws java.io.IOException {
        return zip("package.json");
    }

    private static byte[] zip(String... names) throws java.io.IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        try (var zip = new java.util.zip.ZipOutputStream(bytes)) {
            for (String name : names) {
                zip.putNextEntry(new java.util.zip.ZipEntry(name));
                zip.write("{}".getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static List<String> unpacked(String... names) throws Exception {
        String upload =
                Json.read(
                                service.post(
                                                "/api/v1/uploads?name=mine",
                                                "application/zip",
                                                BodyPublishers.ofByteArray(zip(names)),
                                                admin)
                                        .body())
                        .path("id")
                        .stringValue("");
        var uploads = service.foundation().uploads();
        Path below = Files.createTempDirectory(folder, "below");
        Path there = uploads.unpack(uploads.find(upload).orElseThrow(), below);
        try (Stream<Path> all = Files.walk(there);
                Stream<Path> beside = Files.list(below)) {
            assertThat(beside).containsExactly(below.resolve("mine"));
            return all.filter(Files::isRegularFile)
                    .map(file -> there.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static String submit(String json) throws Exception {
        return service.submit(json, admin).path("id").stringValue("");
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return service.get(path, admin);
    }

    private static int delete(String path) throws Exception {
        return service.send(service.request(path, admin).DELETE().build()).statusCode();
    }
}
