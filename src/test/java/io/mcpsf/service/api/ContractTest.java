package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import io.mcpsf.json.Json;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The document and the program say the same. */
final class ContractTest {

    private static final JsonNode DOCUMENT = document();

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
    void everyRouteIsInTheDocumentAndTheOtherWayRound() {
        var written = new TreeMap<String, String>();
        for (Map.Entry<String, JsonNode> path : DOCUMENT.path("paths").properties()) {
            for (String method : List.of("get", "post", "put", "delete")) {
                JsonNode operation = path.getValue().path(method);
                if (!operation.isMissingNode()) {
                    written.put(
                            method.toUpperCase(java.util.Locale.ROOT) + " " + path.getKey(),
                            operation.path("operationId").stringValue("")
                                    + " "
                                    + operation.path("x-role").stringValue(""));
                }
            }
        }
        var built = new TreeMap<String, String>();
        for (Route route : Routes.all(service)) {
            built.put(
                    route.method() + " " + route.path(),
                    route.operation()
                            + " "
                            + (route.role() == null ? "anyone" : route.role().word()));
        }

        assertThat(built).isEqualTo(written).hasSizeGreaterThan(25);
    }

    @Test
    void everyRouteThatCanBeRefusedSaysSo() {
        for (Map.Entry<String, JsonNode> path : DOCUMENT.path("paths").properties()) {
            for (JsonNode operation : path.getValue()) {
                if (!operation.has("x-role")
                        || operation.path("x-role").stringValue("").equals("anyone")) {
                    continue;
                }
                assertThat(operation.path("responses").propertyNames())
                        .as(path.getKey())
                        .contains("401", "403", "429");
            }
        }
    }

    @Test
    void answersAreAsTheDocumentSays() throws Exception {
        String admin = service.key(Role.ADMIN);
        JsonNode job = service.submit("{\"source\":\"npm:left-pad\",\"env\":{\"A\":\"b\"}}", admin);
        assertThat(fits("Job", job.toString())).isEmpty();
        String id = job.path("id").stringValue("");
        service.await(id, "DONE", admin);
        JsonNode refused = service.submit("{\"source\":\"npm:x\",\"label\":\"refuse\"}", admin);
        String failed = refused.path("id").stringValue("");
        service.await(failed, "FAILED", admin);
        JsonNode risky = service.submit("{\"source\":\"npm:x\",\"profile\":\"aggressive\"}", admin);
        assertThat(risky.path("state").stringValue("")).isEqualTo("AWAITING_APPROVAL");

        check("Job", "/api/v1/jobs/" + id, admin);
        check("Job", "/api/v1/jobs/" + failed, admin);
        check("Job", "/api/v1/jobs/" + risky.path("id").stringValue(""), admin);
        check("JobPage", "/api/v1/jobs?limit=1", admin);
        check("HitPage", "/api/v1/search?q=decoy", admin);
        check("HitPage", "/api/v1/search?in=indicators&q=EVIL", admin);
        check("Fleet", "/api/v1/fleet", admin);
        check("Me", "/api/v1/me", admin);
        check("AuditPage", "/api/v1/audit", admin);
        check("Settings", "/api/v1/settings", admin);
        check("Health", "/health", "");
        check("Health", "/ready", "");
        check("Problem", "/api/v1/jobs/" + "0".repeat(26), admin);
        check("Problem", "/api/v1/me", "mcpsf_000000000000_" + "0".repeat(32));
        check("Problem", "/api/v1/nothing", admin);
        for (JsonNode file :
                Json.read(service.get("/api/v1/jobs/" + id + "/files", admin).body())
                        .path("items")) {
            assertThat(fits("CaseFile", file.toString())).isEmpty();
        }
        for (JsonNode worker :
                Json.read(service.get("/api/v1/workers", admin).body()).path("items")) {
            assertThat(fits("Worker", worker.toString())).isEmpty();
        }
        HttpResponse<String> key =
                service.post("/api/v1/keys", "{\"name\":\"n\",\"role\":\"viewer\"}", admin);
        assertThat(key.statusCode()).isEqualTo(201);
        assertThat(fits("MadeKey", key.body())).isEmpty();
        String events = service.get("/api/v1/jobs/" + id + "/events", admin).body();
        assertThat(events.lines().filter(l -> l.startsWith("data: ")).toList())
                .hasSizeGreaterThan(2)
                .allSatisfy(l -> assertThat(fits("JobEvent", l.substring(6))).isEmpty());
    }

    @Test
    void theDocumentIsServed() throws Exception {
        assertThat(service.get("/api/v1/openapi.yaml", "").body())
                .isEqualTo(Files.readString(Path.of("src/main/resources/openapi.yaml")));
    }

    private void check(String schema, String path, String key) throws Exception {
        HttpResponse<String> answer = service.get(path, key);
        assertThat(fits(schema, answer.body())).as(path + " " + answer.body()).isEmpty();
    }

    private static List<Error> fits(String schema, String json) {
        ObjectNode root = Json.object().put("$ref", "#/components/schemas/" + schema);
        root.set("components", DOCUMENT.path("components"));
        Schema read =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(root.toString(), InputFormat.JSON);
        return read.validate(json, InputFormat.JSON);
    }

    private static JsonNode document() {
        return YAMLMapper.builder().build().readTree(Path.of("src/main/resources/openapi.yaml"));
    }
}
