package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Sessions over HTTP: opened, used, seen by their own team alone, and ended. */
@Tag("chamber")
final class SessionApiTest {

    @TempDir Path folder;
    private TestService service;

    @BeforeEach
    void start() {
        service = TestService.withSessions(folder, Duration.ofMinutes(10));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void aSessionKeepsItsStateTakesFilesIsForkedLoggedAndEnded() throws Exception {
        String admin = service.key(Role.ADMIN);
        String key = service.key(Role.SUBMITTER);
        String id = opened(key);
        String at = "/api/v1/sessions/" + id;

        JsonNode first = execute(at, "x = 41", key);
        JsonNode second = execute(at, "print('hi'); x + 1", key);
        HttpResponse<String> live =
                service.send(
                        service.request(at + "/executions", key)
                                .header("Accept", "text/event-stream")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{\"code\":\"print(x); 1 / 0\"}"))
                                .build());
        HttpResponse<String> put =
                service.send(
                        service.request(at + "/file?path=data/in.csv", key)
                                .PUT(BodyPublishers.ofString("1,2\n"))
                                .build());
        HttpResponse<String> got = service.get(at + "/file?path=data/in.csv", key);
        HttpResponse<String> missing = service.get(at + "/file?path=nothing", key);
        HttpResponse<String> outside = service.get(at + "/file?path=/etc/shadow", key);

        assertThat(first.path("status").asString()).isEqualTo("DONE");
        assertThat(second.path("stdout").asString()).isEqualTo("hi\n");
        assertThat(second.path("results").path(0).path("data").path("text/plain").asString())
                .isEqualTo("42");
        assertThat(live.body())
                .contains("event: stdout", "event: error", "ZeroDivisionError", "event: end");
        assertThat(put.statusCode()).isEqualTo(200);
        assertThat(got.body()).isEqualTo("1,2\n");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(outside.statusCode()).isIn(403, 404);

        JsonNode fork = Json.read(service.post(at + "/fork", "", key).body());
        String other = "/api/v1/sessions/" + fork.path("id").asString();
        assertThat(service.get(other + "/file?path=data/in.csv", key).body()).isEqualTo("1,2\n");
        assertThat(execute(other, "x", key).path("error").path("name").asString())
                .isEqualTo("NameError");

        assertThat(post("/api/v1/sessions", "{}", key).statusCode()).isEqualTo(429);

        assertThat(service.post(at + "/pause", "", key).body()).contains("\"paused\"");
        assertThat(post(at + "/executions", "{\"code\":\"1\"}", key).statusCode()).isEqualTo(409);
        assertThat(service.post(at + "/resume", "", key).body()).contains("\"running\"");
        assertThat(execute(at, "x", key).path("exitCode").asInt()).isZero();

        String failures = service.get("/api/v1/execution-failures", key).body();
        JsonNode failed =
                Json.read(service.get("/api/v1/executions?kind=ZeroDivisionError", key).body());
        String log = "/api/v1/executions/" + failed.path("items").path(0).path("id").asString();
        assertThat(failures).contains("ZeroDivisionError");
        assertThat(service.get(log, key).body()).contains("\"code\":\"print(x); 1 / 0\"");
        assertThat(service.get(log + "/evidence", key).body().lines().count()).isGreaterThan(1);

        String stranger =
                service.foundation()
                        .keys()
                        .make(
                                "b",
                                new io.mcpsf.service.access.Post(Role.ADMIN, "other"),
                                io.mcpsf.service.access.KeyLimits.usual(),
                                0)
                        .secret();
        assertThat(service.get(at, stranger).statusCode()).isEqualTo(404);
        assertThat(service.get(log, stranger).statusCode()).isEqualTo(404);
        assertThat(service.get("/api/v1/sessions", stranger).body()).isEqualTo("{\"items\":[]}");

        assertThat(service.send(service.request(at, key).DELETE().build()).statusCode())
                .isEqualTo(204);
        assertThat(service.get(at, key).statusCode()).isEqualTo(404);

        String keyId = Json.text(Json.read(service.get("/api/v1/me", key).body()), "key");
        assertThat(service.get(other, admin).statusCode()).isEqualTo(200);
        service.foundation().keys().revoke(keyId);
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (service.get(other, admin).statusCode() != 404) {
            assertThat(System.nanoTime()).as("the session of a revoked key").isLessThan(deadline);
            Thread.sleep(50);
        }
    }

    @Test
    void aSessionThatNobodyUsesEnds() throws Exception {
        try (TestService hasty =
                TestService.withSessions(
                        Files.createDirectory(folder.resolve("hasty")), Duration.ofMillis(500))) {
            HttpResponse<String> answer = hasty.post("/api/v1/sessions", "{}", "");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);

            long deadline = System.nanoTime() + 60_000_000_000L;
            while (!hasty.get("/api/v1/sessions", "").body().equals("{\"items\":[]}")) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.sleep(50);
            }
        }
    }

    private String opened(String key) throws Exception {
        HttpResponse<String> answer = post("/api/v1/sessions", "{\"metadata\":{\"a\":\"b\"}}", key);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return Json.read(answer.body()).path("id").asString();
    }

    private JsonNode execute(String at, String code, String key) throws Exception {
        HttpResponse<String> answer =
                post(at + "/executions", Json.text(Json.object().put("code", code)), key);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.read(answer.body());
    }

    private HttpResponse<String> post(String path, String body, String key) throws Exception {
        return service.post(path, body, key);
    }
}
