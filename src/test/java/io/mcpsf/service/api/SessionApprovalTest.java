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

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Code that needs a person's yes waits for an approver of the service; and what is kept of it. */
@Tag("chamber")
final class SessionApprovalTest {

    private static final String FLAGGED = "{\"code\":\"import os\\nos.system('echo ran')\"}";

    @TempDir Path folder;
    private TestService service;

    @BeforeEach
    void start() {
        service = TestService.withSessions(folder, Duration.ofMinutes(10), Duration.ofSeconds(30));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void flaggedCodeAndNewHostsWaitForAnotherKey() throws Exception {
        service.key(Role.ADMIN);
        String key = service.key(Role.APPROVER);
        String approver = service.key(Role.APPROVER);
        String submitter = service.key(Role.SUBMITTER);

        CompletableFuture<HttpResponse<String>> once = posted("/api/v1/executions", FLAGGED, key);
        JsonNode question = waits(approver);
        String at = "/api/v1/approvals/" + question.path("id").asString();
        String yes = "{\"decision\":\"approved\"}";
        assertThat(question.path("question").asString()).contains("line 2");
        assertThat(service.post(at, yes, submitter).statusCode()).isEqualTo(403);
        assertThat(service.post(at, yes, key).statusCode()).as("its own").isEqualTo(403);
        assertThat(once).isNotDone();
        assertThat(service.post(at, yes, approver).statusCode()).isEqualTo(204);
        JsonNode ran = Json.read(once.join().body());
        assertThat(ran.path("stdout").asString()).as(ran.toString()).isEqualTo("ran\n");
        assertThat(service.post(at, yes, approver).statusCode()).isEqualTo(404);

        CompletableFuture<HttpResponse<String>> host =
                posted("/api/v1/sessions", "{\"hosts\":[\"api.forge.example\"]}", key);
        JsonNode wanted = waits(approver);
        assertThat(wanted.path("question").asString()).contains("api.forge.example");
        service.post(
                "/api/v1/approvals/" + wanted.path("id").asString(),
                "{\"decision\":\"refused\"}",
                approver);
        assertThat(host.join().statusCode()).isEqualTo(403);
        assertThat(host.join().body()).contains("not-approved");
        assertThat(service.get("/api/v1/sessions", key).body()).isEqualTo("{\"items\":[]}");

        CompletableFuture<HttpResponse<String>> again =
                posted("/api/v1/sessions", "{\"hosts\":[\"api.forge.example\"]}", key);
        service.post("/api/v1/approvals/" + waits(approver).path("id").asString(), yes, approver);
        String id = Json.read(again.join().body()).path("id").asString();
        assertThat(again.join().statusCode()).as(again.join().body()).isEqualTo(201);

        approvedHostsExistAndOthersDoNot(id, key);
        snapshotsAndErasure(id, key);
    }

    private void approvedHostsExistAndOthersDoNot(String id, String key) throws Exception {
        String code =
                """
                import socket
                for host in ('api.forge.example', 'other.forge.example'):
                    try:
                        socket.create_connection((host, 443), 5).close()
                        print(host, 'connected')
                    except OSError as e:
                        print(host, type(e).__name__)
                """;
        JsonNode ran =
                Json.read(
                        service.post(
                                        "/api/v1/sessions/" + id + "/executions",
                                        Json.text(Json.object().put("code", code)),
                                        key)
                                .body());
        assertThat(ran.path("stdout").asString())
                .as(ran.toString())
                .isEqualTo("api.forge.example connected\nother.forge.example gaierror\n");
    }

    /** In the same session, because each costs a second. */
    private void snapshotsAndErasure(String id, String key) throws Exception {
        String at = "/api/v1/sessions/" + id;
        service.post(
                at + "/executions", "{\"code\":\"n = open('a.txt', 'w').write('kept')\"}", key);
        JsonNode snapshot = Json.read(service.post(at + "/snapshots", "", key).body());
        String name = snapshot.path("id").asString();
        assertThat(service.get("/api/v1/snapshots", key).body()).contains(name);
        service.send(service.request(at, key).DELETE().build());

        String stranger = service.key(Role.SUBMITTER);
        String from = "{\"snapshot\":\"" + name + "\"}";
        assertThat(service.post("/api/v1/sessions", from, stranger).statusCode()).isEqualTo(403);
        JsonNode next = Json.read(service.post("/api/v1/sessions", from, key).body());
        String other = "/api/v1/sessions/" + next.path("id").asString();
        assertThat(service.get(other + "/file?path=a.txt", key).body()).isEqualTo("kept");

        assertThat(delete(at + "/data", stranger).statusCode()).isEqualTo(404);
        JsonNode erased = Json.read(delete(at + "/data", key).body());
        assertThat(erased.path("executions").asInt()).isEqualTo(2);
        assertThat(erased.path("snapshots").asInt()).isEqualTo(1);
        assertThat(service.get("/api/v1/executions?session=" + id, key).body())
                .isEqualTo("{\"items\":[]}");
        assertThat(service.get("/api/v1/snapshots", key).body()).isEqualTo("{\"items\":[]}");
        assertThat(service.post("/api/v1/sessions", from, key).statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> delete(String path, String key) throws Exception {
        return service.send(service.request(path, key).DELETE().build());
    }

    private CompletableFuture<HttpResponse<String>> posted(String path, String body, String key) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return service.post(path, body, key);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    private JsonNode waits(String key) throws Exception {
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (true) {
            JsonNode items = Json.read(service.get("/api/v1/approvals", key).body()).path("items");
            if (!items.isEmpty()) {
                return items.path(0);
            }
            assertThat(System.nanoTime()).as("nobody asks").isLessThan(deadline);
            Thread.sleep(20);
        }
    }
}
