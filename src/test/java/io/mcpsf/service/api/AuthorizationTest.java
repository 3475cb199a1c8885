package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.TestService;
import io.mcpsf.service.access.KeyLimits;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Every route with every role, with none, and from pages that are not ours. */
final class AuthorizationTest {

    @TempDir Path folder;
    private TestService service;

    @BeforeEach
    void start() {
        service = TestService.start(folder);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void eachRouteOpensForItsRoleAndThoseAboveAndForNobodyElse() throws Exception {
        Map<Role, String> keys = new EnumMap<>(Role.class);
        keys.put(Role.ADMIN, service.key(Role.ADMIN));
        for (Role role : Role.values()) {
            keys.computeIfAbsent(role, service::key);
        }
        for (Route route : Routes.all(service)) {
            if (route.role() == null) {
                continue;
            }
            assertThat(status(route, "")).as(route.operation()).isEqualTo(401);
            assertThat(status(route, "mcpsf_000000000000_" + "0".repeat(32)))
                    .as(route.operation())
                    .isEqualTo(401);
            for (Role role : Role.values()) {
                int status = status(route, keys.getOrDefault(role, ""));
                if (role.reaches(route.role())) {
                    assertThat(status)
                            .as("%s as %s", route.operation(), role)
                            .isNotIn(401, 403, 500);
                } else {
                    assertThat(status).as("%s as %s", route.operation(), role).isEqualTo(403);
                }
            }
        }
    }

    @Test
    void aRevokedOrExpiredKeyOpensNothing() throws Exception {
        String admin = service.key(Role.ADMIN);
        String viewer = service.key(Role.VIEWER);
        assertThat(service.get("/api/v1/me", viewer).statusCode()).isEqualTo(200);

        String id = viewer.split("_")[1];
        assertThat(
                        service.send(service.request("/api/v1/keys/" + id, admin).DELETE().build())
                                .statusCode())
                .isEqualTo(204);

        assertThat(service.get("/api/v1/me", viewer).statusCode()).isEqualTo(401);
        assertThat(
                        service.send(
                                        service.request(
                                                        "/api/v1/keys/" + admin.split("_")[1],
                                                        admin)
                                                .DELETE()
                                                .build())
                                .statusCode())
                .as("the last admin stays")
                .isEqualTo(409);
    }

    @Test
    void withoutKeysWhoeverSitsHereIsAdminAndAPageFromElsewhereIsNobody() throws Exception {
        assertThat(service.get("/api/v1/me", "").body()).contains("\"open\":true");
        String body = "{\"source\":\"npm:x\"}";
        HttpRequest.Builder post =
                service.request("/api/v1/assess", "")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body));

        assertThat(service.send(post.copy().build()).statusCode()).isEqualTo(202);
        assertThat(
                        service.send(post.copy().header("Origin", "https://evil.invalid").build())
                                .statusCode())
                .isEqualTo(403);
        assertThat(
                        service.send(post.copy().header("Sec-Fetch-Site", "cross-site").build())
                                .statusCode())
                .isEqualTo(403);
        assertThat(Raw.status(service, "GET /api/v1/me HTTP/1.1\r\nHost: evil.invalid\r\n"))
                .as("a name that was bound anew")
                .isEqualTo(403);
    }

    @Test
    void theFirstKeyHasToBeAnAdmin() throws Exception {
        assertThat(
                        service.post("/api/v1/keys", "{\"name\":\"n\",\"role\":\"viewer\"}", "")
                                .statusCode())
                .isEqualTo(409);
        assertThat(
                        service.post("/api/v1/keys", "{\"name\":\"n\",\"role\":\"admin\"}", "")
                                .statusCode())
                .isEqualTo(201);
        assertThat(service.get("/api/v1/me", "").statusCode()).isEqualTo(401);
    }

    @Test
    void aSessionNeedsItsHeaderForChangesAndEndsWhenClosed() throws Exception {
        String admin = service.key(Role.ADMIN);
        var opened = service.post("/api/v1/session", "{\"key\":\"" + admin + "\"}", "");
        String set = opened.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(set).contains("HttpOnly").contains("SameSite=Strict");
        String cookie = set.split(";")[0];
        HttpRequest.Builder post =
                service.request("/api/v1/keys", "")
                        .header("Cookie", cookie)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"name\":\"n\",\"role\":\"viewer\"}"));

        assertThat(service.send(post.copy().build()).statusCode()).isEqualTo(403);
        assertThat(service.send(post.copy().header("X-Mcpsf", "1").build()).statusCode())
                .isEqualTo(201);
        service.send(
                service.request("/api/v1/session", "")
                        .header("Cookie", cookie)
                        .header("X-Mcpsf", "1")
                        .DELETE()
                        .build());
        assertThat(
                        service.send(
                                        service.request("/api/v1/me", "")
                                                .header("Cookie", cookie)
                                                .build())
                                .statusCode())
                .isEqualTo(401);
    }

    @Test
    void secretsAreKeptAsDigestsAlone() {
        String admin = service.key(Role.ADMIN);
        String secret = admin.split("_")[2];

        assertThat(service.foundation().keys().all().toString()).doesNotContain(secret);
        long kept =
                service.foundation()
                        .database()
                        .read(
                                sql ->
                                        sql.number(
                                                "SELECT count(*) FROM access_keys WHERE hash LIKE"
                                                        + " ?",
                                                "%" + secret + "%"));
        assertThat(kept).isZero();
    }

    @Test
    void tooManyRequestsAreToldWhenToComeAgain() throws Exception {
        service.key(Role.ADMIN);
        String key =
                service.foundation()
                        .keys()
                        .make("n", Role.VIEWER, new KeyLimits(5, 1, 1), 0)
                        .secret();
        for (int i = 0; i < 5; i++) {
            assertThat(service.get("/api/v1/me", key).statusCode()).isEqualTo(200);
        }

        HttpResponse<String> answer = service.get("/api/v1/me", key);

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(Integer.parseInt(answer.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 60);
    }

    @Test
    void guessingKeysIsSlowedDown() throws Exception {
        service.key(Role.ADMIN);
        int status = 401;
        for (int i = 0; i < 200 && status == 401; i++) {
            status = service.get("/api/v1/me", "mcpsf_x").statusCode();
        }

        assertThat(status).isEqualTo(429);
    }

    private int status(Route route, String key) throws Exception {
        String path = route.path().replace("{id}", "0".repeat(26)).replace("{key}", "0".repeat(12));
        HttpRequest.Builder request = service.request(path, key);
        if (route.method().equals("GET")) {
            return service.send(request.GET().build()).statusCode();
        }
        return service.send(
                        request.header("Content-Type", "application/json")
                                .method(route.method(), BodyPublishers.ofString("{}"))
                                .build())
                .statusCode();
    }
}
