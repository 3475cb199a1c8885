package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.KeyLimits;
import io.mcpsf.service.access.Post;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;

/** What belongs to one team is not there for another. */
final class TeamsTest {

    private static final String NONE = "0".repeat(26);

    @TempDir Path folder;
    private TestService service;
    private String operator;
    private String blue;
    private String red;
    private String job;

    @BeforeEach
    void start() throws Exception {
        service = TestService.start(folder);
        operator = key(Role.OPERATOR, "default");
        blue = key(Role.ADMIN, "blue");
        red = key(Role.ADMIN, "red");
        job = done(blue, "npm:blue-server");
        done(red, "npm:red-server");
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void aJobOfAnotherTeamIsAnsweredLikeOneThatIsNotThere() throws Exception {
        for (Route route : Routes.all(service)) {
            if (!route.path().contains("{id}") && !route.operation().equals("compare")) {
                continue;
            }
            assertThat(answer(route, job, red))
                    .as(route.operation())
                    .isEqualTo(answer(route, NONE, red))
                    .startsWith("404");
        }
        assertThat(service.get("/api/v1/jobs/" + job, blue).statusCode()).isEqualTo(200);
        assertThat(service.get("/api/v1/jobs/" + job, operator).statusCode()).isEqualTo(200);
    }

    @Test
    void noListSearchFigureOrLogShowsWhatIsAnothers() throws Exception {
        String blueKey = blue.split("_")[1];
        for (String path :
                List.of(
                        "/api/v1/jobs",
                        "/api/v1/jobs?q=blue",
                        "/api/v1/search?q=evil",
                        "/api/v1/search?in=indicators&q=evil",
                        "/api/v1/fleet",
                        "/api/v1/keys",
                        "/api/v1/audit?limit=200",
                        "/api/v1/audit?key=" + blueKey)) {
            String seen = service.get(path, red).body();
            assertThat(seen).as(path).doesNotContain("blue").doesNotContain(job);
            assertThat(seen).as(path).doesNotContain(blueKey);
            // And the same words do find something: the test can fail.
            assertThat(service.get(path, operator).body()).as(path).contains(path(path));
        }
        JsonNode fleet = Json.read(service.get("/api/v1/fleet", red).body());
        assertThat(fleet.path("jobs").intValue(0)).isEqualTo(1);
        assertThat(fleet.path("rules").path(0).path("jobs").intValue(0)).isEqualTo(1);
        assertThat(fleet.path("hosts").path(0).path("jobs").intValue(0)).isEqualTo(1);
        assertThat(service.get("/metrics", red).body()).contains("mcpsf_jobs{state=\"done\"} 1");
        assertThat(service.get("/metrics", operator).body())
                .contains("mcpsf_jobs{state=\"done\"} 2");
    }

    /** What an operator finds there of the blue ones. */
    private String path(String path) {
        return path.contains("/keys") || path.contains("/audit") || path.contains("/metrics")
                ? blue.split("_")[1]
                : path.contains("/search") || path.contains("/fleet") ? "blue-server" : job;
    }

    @Test
    void anUploadOfAnotherTeamCanNotBeAssessed() throws Exception {
        var bytes = new java.io.ByteArrayOutputStream();
        try (var zip = new java.util.zip.ZipOutputStream(bytes)) {
            zip.putNextEntry(new java.util.zip.ZipEntry("server.js"));
            zip.closeEntry();
        }
        String source =
                Json.read(
                                service.post(
                                                "/api/v1/uploads",
                                                "application/zip",
                                                BodyPublishers.ofByteArray(bytes.toByteArray()),
                                                blue)
                                        .body())
                        .path("source")
                        .stringValue("");
        String body = "{\"source\":\"" + source + "\"}";

        assertThat(service.post("/api/v1/assess", body, red).statusCode()).isEqualTo(422);
        assertThat(service.post("/api/v1/assess", body, blue).statusCode()).isEqualTo(202);
    }

    @Test
    void anAdminRulesItsTeamAlone() throws Exception {
        String viewer = key(Role.VIEWER, "blue");
        String id = viewer.split("_")[1];

        assertThat(delete("/api/v1/keys/" + id, red)).isEqualTo(404);
        assertThat(service.post("/api/v1/keys/" + id + "/erasure", "{}", red).statusCode())
                .isEqualTo(404);
        assertThat(made("admin", "\"team\":\"blue\"", red)).isEqualTo(403);
        assertThat(made("operator", "\"days\":1", red)).isEqualTo(403);
        assertThat(made("viewer", "\"team\":\"No Team\"", operator)).isEqualTo(400);
        assertThat(made("viewer", "\"days\":1", red)).isEqualTo(201);
        assertThat(made("admin", "\"team\":\"green\"", operator)).isEqualTo(201);
        assertThat(delete("/api/v1/keys/" + operator.split("_")[1], key(Role.ADMIN, "default")))
                .isEqualTo(403);
        assertThat(delete("/api/v1/keys/" + id, blue)).isEqualTo(204);
        assertThat(Json.read(service.get("/api/v1/me", red).body()).path("team").stringValue(""))
                .isEqualTo("red");
    }

    private int made(String role, String rest, String key) throws Exception {
        String body = "{\"name\":\"n\",\"role\":\"%s\",%s}".formatted(role, rest);
        return service.post("/api/v1/keys", body, key).statusCode();
    }

    private int delete(String path, String key) throws Exception {
        return service.send(service.request(path, key).DELETE().build()).statusCode();
    }

    private String key(Role role, String team) {
        return service.foundation()
                .keys()
                .make("n", new Post(role, team), new KeyLimits(1_000_000, 1_000, 10_000), 0)
                .secret();
    }

    private String done(String key, String source) throws Exception {
        String id =
                service.submit("{\"source\":\"" + source + "\"}", key).path("id").stringValue("");
        service.await(id, "DONE", key);
        return id;
    }

    private String answer(Route route, String id, String key) throws Exception {
        String path =
                route.operation().equals("compare")
                        ? route.path() + "?before=" + id + "&after=" + id
                        : route.path().replace("{id}", id) + "?name=report.json";
        var request = service.request(path, key).header("Content-Type", "application/json");
        String body = "{\"decision\":\"approved\"}";
        var answer =
                service.send(
                        (route.method().equals("GET")
                                        ? request.GET()
                                        : request.method(
                                                route.method(), BodyPublishers.ofString(body)))
                                .build());
        return answer.statusCode() + " " + answer.body();
    }
}
