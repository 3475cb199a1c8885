package io.mcpsf.inspect.advisory;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.json.Json;
import io.mcpsf.model.Health;
import io.mcpsf.web.WebRoute;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** The service, played by a stand-in on this machine that speaks its format. */
final class OsvServiceTest {

    @TempDir Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile Instant now = Instant.parse("2026-11-15T20:00:00Z");
    private volatile boolean broken;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void packagesAreAskedInBatchesAndRecordsOnce() throws Exception {
        List<Component> components = new ArrayList<>();
        IntStream.range(0, 1_500).forEach(i -> components.add(component("filler-" + i, "1.0.0")));
        components.add(component("hono", "4.6.4"));
        components.add(component("hono", "4.6.5"));

        Advisories.Answer answer = service().about(components);

        assertThat(answer.health().health()).isEqualTo(Health.FULL);
        assertThat(answer.health().events()).isEqualTo(1_502);
        assertThat(answer.matches())
                .singleElement()
                .satisfies(
                        match -> {
                            assertThat(match.purl()).isEqualTo("pkg:npm/hono@4.6.4");
                            assertThat(match.rating().score()).isEqualTo(5.4);
                            assertThat(match.fixed()).isEqualTo("4.6.5");
                        });
        // Two batches, the second page of one package, and one record.
        assertThat(asked)
                .containsExactly(
                        "/v1/querybatch 1000",
                        "/v1/querybatch 502",
                        "/v1/querybatch 1",
                        "/v1/vulns/GHSA-2234-fmw7-43wr");
    }

    @Test
    void whatWasAnsweredIsNotAskedAgainForAWhile() throws Exception {
        service().about(List.of(component("hono", "4.6.4")));
        asked.clear();
        broken = true;

        assertThat(service().about(List.of(component("hono", "4.6.4"))).matches()).hasSize(1);
        assertThat(asked).isEmpty();

        now = now.plus(Duration.ofDays(1));
        broken = false;
        assertThat(service().about(List.of(component("hono", "4.6.4"))).matches()).hasSize(1);
        assertThat(asked).contains("/v1/querybatch 1").noneMatch(path -> path.contains("vulns"));
    }

    @Test
    void aServiceThatFailsLeavesUsBlindAndNotReassured() throws Exception {
        broken = true;

        Advisories.Answer answer = service().about(List.of(component("hono", "4.6.4")));

        assertThat(answer.health().health()).isEqualTo(Health.BLIND);
        assertThat(answer.health().why()).contains("mcpsf db import", "status 500");
        assertThat(answer.matches()).isEmpty();
    }

    @Test
    void nobodyToAskIsBlindToo() throws Exception {
        server.stop(0);

        assertThat(service().about(List.of(component("hono", "4.6.4"))).health().health())
                .isEqualTo(Health.BLIND);
    }

    private Advisories service() {
        return Advisories.open(
                new Advisories.Settings(
                        folder.resolve("none.idx"),
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                        folder.resolve("cache"),
                        true,
                        WebRoute.direct()),
                () -> now);
    }

    private static Component component(String name, String version) {
        return new Component(
                Ecosystem.NPM,
                name,
                version,
                new Component.Details("", List.of(), Component.Origin.REGISTRY, "", Map.of()),
                new Component.Standing(
                        "node_modules/" + name, List.of(), 1, Component.Scope.REQUIRED));
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        byte[] reply = new byte[0];
        if (path.equals("/v1/querybatch")) {
            JsonNode queries = Json.read(body).path("queries");
            asked.add(path + " " + queries.size());
            reply = Json.bytes(batch(queries));
        } else {
            asked.add(path);
            reply =
                    Files.readAllBytes(
                            Path.of(
                                    "src/test/resources/scanners/records/GHSA-2234-fmw7-43wr.json"));
        }
        exchange.sendResponseHeaders(broken ? 500 : 200, reply.length);
        try (var out = exchange.getResponseBody()) {
            out.write(reply);
        }
    }

    /** Only the older hono has something, and it comes on a second page. */
    private static ObjectNode batch(JsonNode queries) {
        ObjectNode answer = Json.object();
        ArrayNode results = answer.putArray("results");
        for (JsonNode query : queries) {
            ObjectNode result = results.addObject();
            if (Json.text(query.path("package"), "purl").equals("pkg:npm/hono@4.6.4")) {
                if (Json.text(query, "page_token").isEmpty()) {
                    result.put("next_page_token", "more");
                } else {
                    result.putArray("vulns")
                            .addObject()
                            .put("id", "GHSA-2234-fmw7-43wr")
                            .put("modified", "2024-11-07T18:33:22Z");
                }
            }
        }
        return answer;
    }
}
