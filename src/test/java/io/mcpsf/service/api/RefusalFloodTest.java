package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Whoever is refused can't fill the log with it, whatever they ask for. */
@Tag("peers")
final class RefusalFloodTest {

    private static final int MANY = 1_000;
    private static final int PER_MINUTE = 120;

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/nothing%d",
                "POST /nowhere%d",
                "PUT /api/v1/jobs/%026d",
                "GET /api/v1/jobs/%026d",
                "DELETE /api/v1/keys/%012d",
                "POST /api/v1/session"
            })
    void refusalsOfStrangersAreSlowedDownAndCounted(String words) throws Exception {
        Map<Integer, Integer> answers;
        try (TestService service = TestService.start(folder)) {
            String admin = service.key(Role.ADMIN);
            assertThat(service.get("/api/v1/me", admin).statusCode()).isEqualTo(200);

            answers = flood(service, words, "");

            assertThat(service.get("/api/v1/me", admin).statusCode()).isEqualTo(200);
        }
        // Closing writes down what was counted last.
        try (TestService service = TestService.start(folder)) {
            JsonNode log = log(service);
            assertThat(answers.get(429)).isGreaterThan(MANY - 2 * PER_MINUTE);
            assertThat(log.path("items").size()).isLessThan(20);
            assertThat(refusals(log, "nobody")).isEqualTo(MANY);
        }
    }

    @Test
    void soAreThoseOfAKeyThatAsksTooMuch() throws Exception {
        try (TestService service = TestService.start(folder)) {
            service.key(Role.ADMIN);
            String key =
                    service.foundation()
                            .keys()
                            .make(
                                    "n",
                                    Role.VIEWER,
                                    new io.mcpsf.service.access.KeyLimits(1, 1, 1),
                                    0)
                            .secret();
            flood(service, "GET /api/v1/jobs/%026d", key);
        }
        try (TestService service = TestService.start(folder)) {
            JsonNode log = log(service);
            assertThat(log.path("items").size()).isLessThan(20);
            assertThat(refusals(log, "viewer")).isEqualTo(MANY);
        }
    }

    private static Map<Integer, Integer> flood(TestService service, String words, String key)
            throws Exception {
        var answers = new HashMap<Integer, Integer>();
        for (int i = 0; i < MANY; i++) {
            String[] parts = words.formatted(i).split(" ");
            var request =
                    service.request(parts[1], key)
                            .header("Content-Type", "application/json")
                            .method(
                                    parts[0],
                                    parts[0].equals("GET")
                                            ? BodyPublishers.noBody()
                                            : BodyPublishers.ofString("{}"));
            answers.merge(service.send(request.build()).statusCode(), 1, Integer::sum);
        }
        return answers;
    }

    private static JsonNode log(TestService service) throws Exception {
        String operator = service.key(Role.OPERATOR);
        JsonNode log = Json.read(service.get("/api/v1/audit?limit=200", operator).body());
        assertThat(
                        Json.read(service.get("/api/v1/audit/verification", operator).body())
                                .path("whole"))
                .isEqualTo(Json.read("true"));
        return log;
    }

    private static long refusals(JsonNode log, String who) {
        long count = 0;
        for (JsonNode entry : log.path("items")) {
            boolean theirs =
                    entry.path("key").stringValue("").equals(who)
                            || entry.path("role").stringValue("").equals(who);
            if (theirs && entry.path("status").intValue(0) >= 400) {
                count += entry.path("times").longValue(1);
            }
        }
        return count;
    }
}
