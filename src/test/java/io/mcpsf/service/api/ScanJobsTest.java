package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

/** Scans asked of a service: whose projects, and who must agree. */
final class ScanJobsTest {

    @TempDir Path folder;
    private TestService service;
    private Path shop;

    @BeforeEach
    void start() throws IOException {
        service = TestService.start(folder);
        String _ = service.key(Role.ADMIN); // The first one has to be.
        shop = Files.createDirectories(folder.resolve("projects/shop"));
        Files.writeString(
                shop.resolve("compose.yaml"),
                "services: {web: {image: x, ports: ['127.0.0.1:8080:80']}}\n");
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void aScanWaitsForAnApprover() throws Exception {
        String submitter = service.key(Role.SUBMITTER);
        HttpResponse<String> answer =
                service.post(
                        "/api/v1/scans",
                        "{\"project\":\"%s\",\"targets\":[\"web\"],\"depth\":\"quick\"}"
                                .formatted(shop),
                        submitter);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        JsonNode job = Json.read(answer.body());
        assertThat(job.path("state").asString()).isEqualTo("AWAITING_APPROVAL");
        assertThat(job.path("source").asString()).isEqualTo("scan:" + shop);
        assertThat(answer.body()).contains("it scans services of a project");
    }

    @Test
    void theScopeIsShownAndNothingIsSent() throws Exception {
        HttpResponse<String> answer =
                service.get("/api/v1/scope?project=" + shop, service.key(Role.SUBMITTER));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(Json.read(answer.body()).path("services").path(0).path("name").asString())
                .isEqualTo("web");
    }

    @Test
    void aViewerMayNeitherScanNorLook() throws Exception {
        String viewer = service.key(Role.VIEWER);

        assertThat(service.post("/api/v1/scans", body(shop.toString()), viewer).statusCode())
                .isEqualTo(403);
        assertThat(service.get("/api/v1/scope?project=" + shop, viewer).statusCode())
                .isEqualTo(403);
    }

    @Test
    void aFolderThatNobodyAllowedIsRefusedAlsoBehindALink() throws Exception {
        Files.createSymbolicLink(folder.resolve("projects/link"), Path.of("/etc"));
        String admin = service.key(Role.ADMIN);
        for (String other :
                new String[] {
                    "/etc", folder + "/projects/../..", folder + "/projects/link", "/none"
                }) {
            assertThat(service.post("/api/v1/scans", body(other), admin).statusCode())
                    .as(other)
                    .isEqualTo(422);
            assertThat(service.get("/api/v1/scope?project=" + other, admin).statusCode())
                    .as(other)
                    .isEqualTo(422);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"project\":\"shop\"}",
                "{\"project\":\"/x\",\"tools\":[\"nessus\"]}",
                "{\"project\":\"/x\",\"targets\":[\"--scope=/tmp/x\"]}",
                "{\"project\":\"/x\",\"depth\":\"aggressive\"}",
                "{\"project\":\"/x\",\"login\":\"Authorization: x\"}",
            })
    void whatIsNoRequestIsRefused(String body) throws Exception {
        assertThat(service.post("/api/v1/scans", body, service.key(Role.ADMIN)).statusCode())
                .isEqualTo(400);
    }

    @Test
    void noAssessmentIsAScanInDisguise() throws Exception {
        HttpResponse<String> answer =
                service.post(
                        "/api/v1/assess",
                        "{\"source\":\"scan:%s\"}".formatted(shop),
                        service.key(Role.ADMIN));

        assertThat(answer.statusCode()).isEqualTo(422);
    }

    private static String body(String project) {
        return "{\"project\":\"%s\"}".formatted(project);
    }
}
