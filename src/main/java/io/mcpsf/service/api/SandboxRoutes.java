package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.run.code.CodeSession;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.session.HeldSession;
import io.mcpsf.service.session.SessionDesk;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sessions by the names and forms of E2B's API, so that its clients work here. What it would grant
 * beyond our policy (network rules, volumes) is refused, not ignored.
 */
final class SandboxRoutes {

    /** Of E2B's daemon, whose protocol we speak. */
    static final String VERSION = "0.5.7";

    private static final int MOST_SECONDS = 86_400;
    private static final Duration USUAL = Duration.ofMinutes(5);
    private static final long MEGABYTE = 1 << 20;

    private final SessionDesk desk;

    SandboxRoutes(SessionDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        String one = "/sandboxes/{id}";
        return List.of(
                route("e2bCreate", "POST /v2/sandboxes", this::create),
                route("e2bCreate", "POST /sandboxes", this::create),
                route("e2bList", "GET /v2/sandboxes", this::list),
                route("e2bList", "GET /sandboxes", this::list),
                route("e2bInfo", "GET " + one, this::info),
                route("e2bKill", "DELETE " + one, this::kill),
                route("e2bTimeout", "POST " + one + "/timeout", this::timeout),
                route("e2bPause", "POST " + one + "/pause", this::pause),
                route("e2bConnect", "POST " + one + "/connect", this::connect),
                route("e2bConnect", "POST " + one + "/resume", this::connect),
                route("e2bConnect", "POST /v2" + one + "/connect", this::connect),
                route("e2bFork", "POST " + one + "/fork", this::fork),
                route("e2bMetrics", "GET " + one + "/metrics", this::metrics));
    }

    /** With refusals in the form that E2B's clients read. */
    private static Route route(String operation, String words, Route.Handler handler) {
        return Route.of(
                operation,
                words,
                Role.SUBMITTER,
                ask -> {
                    try {
                        return SessionProblems.told(() -> handler.answer(ask));
                    } catch (Problem e) {
                        return refusal(e);
                    }
                });
    }

    static ApiResponse refusal(Problem e) {
        return ApiResponse.json(
                e.status(),
                Json.object()
                        .put("code", e.status())
                        .put("message", String.valueOf(e.getMessage())));
    }

    private ApiResponse create(ApiRequest ask) throws InterruptedException {
        JsonNode body = ask.json();
        JsonNode network = body.path("network");
        if (network.path("allowOut").size() + network.path("rules").size() > 0
                || body.path("volumeMounts").size() > 0
                || body.path("mcp").size() > 0) {
            throw Problem.badRequest(
                    "Network rules, volumes and MCP gateways are decided by the policy of this"
                            + " service.");
        }
        var wish =
                new SessionDesk.Wish(
                        texts(body.path("envVars")),
                        texts(body.path("metadata")),
                        seconds(body, USUAL));
        return ApiResponse.json(201, opened(desk.open(ask.who(), wish)));
    }

    private ApiResponse list(ApiRequest ask) {
        ArrayNode items = Json.array();
        String state = ask.query("state", 60);
        desk.list(ask.who()).stream()
                .filter(one -> state.isEmpty() || List.of(state.split(",")).contains(one.state()))
                .forEach(one -> items.add(shown(one)));
        return ApiResponse.json(200, items);
    }

    private ApiResponse info(ApiRequest ask) {
        return ApiResponse.json(200, shown(own(ask)));
    }

    private ApiResponse kill(ApiRequest ask) {
        desk.close(own(ask));
        return ApiResponse.empty(204);
    }

    private ApiResponse timeout(ApiRequest ask) {
        HeldSession one = own(ask);
        desk.endAfter(one, seconds(ask.json(), USUAL));
        return ApiResponse.empty(204);
    }

    private ApiResponse pause(ApiRequest ask) {
        HeldSession one = own(ask);
        if (one.session().paused()) {
            throw Problem.of(409, "paused", "The sandbox is already paused.");
        }
        if (!one.session().pause()) {
            throw Problem.of(409, "not-possible", "This host can't pause a sandbox.");
        }
        return ApiResponse.empty(204);
    }

    private ApiResponse connect(ApiRequest ask) {
        HeldSession one = own(ask);
        JsonNode body = ask.json();
        boolean paused = one.session().paused();
        one.session().resume();
        if (body.has("timeout")) {
            desk.endAfter(one, seconds(body, USUAL));
        }
        return ApiResponse.json(paused ? 201 : 200, opened(one));
    }

    private ApiResponse fork(ApiRequest ask) throws InterruptedException {
        HeldSession one = own(ask);
        JsonNode body = ask.json();
        int count = Math.clamp(body.path("count").asInt(1), 1, 10);
        var wish = new SessionDesk.Wish(Map.of(), one.name().metadata(), seconds(body, USUAL));
        ArrayNode forks = Json.array();
        for (int i = 0; i < count; i++) {
            ObjectNode result = forks.addObject();
            try {
                HeldSession fork = SessionProblems.told(() -> desk.fork(one, ask.who(), wish));
                result.set("sandbox", opened(fork));
            } catch (Problem e) {
                result.putObject("error")
                        .put("code", e.status())
                        .put("message", String.valueOf(e.getMessage()));
            }
        }
        return ApiResponse.json(201, forks);
    }

    /** One sample, of now; the share of a processor is that since the start. */
    private ApiResponse metrics(ApiRequest ask) {
        HeldSession one = own(ask);
        CodeSession.Use use = one.session().use();
        long now = System.currentTimeMillis();
        ArrayNode samples = Json.array();
        samples.addObject()
                .put("timestamp", Instant.ofEpochMilli(now).toString())
                .put("timestampUnix", now / 1000)
                .put("cpuCount", processors(use))
                .put("cpuUsedPct", 100.0 * use.cpuMillis() / Math.max(1, now - one.started()))
                .put("memUsed", Math.max(0, use.memoryBytes()))
                .put("memTotal", use.limits().memoryBytes())
                .put("memCache", 0)
                .put("diskUsed", use.diskBytes())
                .put("diskTotal", use.limits().diskBytes());
        return ApiResponse.json(200, samples);
    }

    private HeldSession own(ApiRequest ask) {
        return desk.find(ask.part("id"), ask.who())
                .filter(
                        one ->
                                one.owner().keyId().equals(ask.who().keyId())
                                        || ask.who().role().reaches(Role.ADMIN))
                .orElseThrow(() -> Problem.notFound("Sandbox not found."));
    }

    private static ObjectNode opened(HeldSession one) {
        return Json.object()
                .put("sandboxID", one.id())
                .put("templateID", "mcpsf")
                .put("clientID", "mcpsf")
                .put("envdVersion", VERSION)
                .put("envdAccessToken", one.name().token())
                .put("trafficAccessToken", one.name().token())
                .putNull("domain");
    }

    private static ObjectNode shown(HeldSession one) {
        CodeSession.Use use = one.session().use();
        ObjectNode node =
                Json.object()
                        .put("sandboxID", one.id())
                        .put("templateID", "mcpsf")
                        .put("clientID", "mcpsf")
                        .put("envdVersion", VERSION)
                        .put("state", one.state())
                        .put("startedAt", Instant.ofEpochMilli(one.started()).toString())
                        .put("endAt", Instant.ofEpochMilli(one.ends()).toString())
                        .put("cpuCount", processors(use))
                        .put("memoryMB", use.limits().memoryBytes() / MEGABYTE)
                        .put("diskSizeMB", use.limits().diskBytes() / MEGABYTE);
        ObjectNode metadata = node.putObject("metadata");
        one.name().metadata().forEach(metadata::put);
        return node;
    }

    private static int processors(CodeSession.Use use) {
        return Math.max(1, (int) Math.ceil(use.limits().cpus()));
    }

    private static Duration seconds(JsonNode body, Duration otherwise) {
        JsonNode value = body.path("timeout");
        return value.isIntegralNumber()
                ? Duration.ofSeconds(Math.clamp(value.asLong(), 1, MOST_SECONDS))
                : otherwise;
    }

    private static Map<String, String> texts(JsonNode hostile) {
        var texts = new LinkedHashMap<String, String>();
        for (Map.Entry<String, JsonNode> one : hostile.properties()) {
            String value = one.getValue().asString("");
            if (texts.size() >= 50
                    || !one.getKey().matches("[ -~&&[^=]]{1,100}")
                    || value.length() > 8_000
                    || value.indexOf('\0') >= 0) {
                throw Problem.badRequest("Too many or too long names and values.");
            }
            texts.put(one.getKey(), value);
        }
        return texts;
    }
}
