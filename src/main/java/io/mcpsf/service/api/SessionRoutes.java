package io.mcpsf.service.api;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionJson;
import io.mcpsf.json.Json;
import io.mcpsf.run.code.CodeSession;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.SessionFile;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.session.HeldSession;
import io.mcpsf.service.session.SessionDesk;
import io.mcpsf.service.storage.Ids;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Sessions: sandboxes that stay open, the code that runs in them, and their files. */
final class SessionRoutes {

    private static final int MOST_SECONDS = 86_400;
    private static final int LONGEST_CODE = 200_000;
    private static final int MOST_HOSTS = 10;
    private static final Pattern HOST =
            Pattern.compile(
                    "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+");

    private final SessionDesk desk;
    private final long uploadBytes;

    SessionRoutes(SessionDesk desk, long uploadBytes) {
        this.desk = desk;
        this.uploadBytes = uploadBytes;
    }

    List<Route> routes() {
        String one = "/api/v1/sessions/{id}";
        return List.of(
                Route.of("listSessions", "GET /api/v1/sessions", Role.VIEWER, this::list),
                Route.of("startSession", "POST /api/v1/sessions", Role.SUBMITTER, this::open),
                Route.of("getSession", "GET " + one, Role.VIEWER, this::get),
                Route.of("endSession", "DELETE " + one, Role.SUBMITTER, this::close),
                Route.of("execute", "POST " + one + "/executions", Role.SUBMITTER, this::execute),
                Route.of("pauseSession", "POST " + one + "/pause", Role.SUBMITTER, this::pause),
                Route.of("resumeSession", "POST " + one + "/resume", Role.SUBMITTER, this::resume),
                Route.of("forkSession", "POST " + one + "/fork", Role.SUBMITTER, this::fork),
                Route.of("listSessionFiles", "GET " + one + "/files", Role.SUBMITTER, this::files),
                Route.of("download", "GET " + one + "/file", Role.SUBMITTER, this::download),
                Route.of("uploadFile", "PUT " + one + "/file", Role.SUBMITTER, this::upload),
                Route.of("removeFile", "DELETE " + one + "/file", Role.SUBMITTER, this::remove));
    }

    private ApiResponse list(ApiRequest ask) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        desk.list(ask.who()).forEach(one -> items.add(shown(one)));
        return ApiResponse.json(200, page);
    }

    private ApiResponse open(ApiRequest ask) throws InterruptedException {
        JsonNode body = body(ask, Set.of("env", "metadata", "timeoutSeconds", "hosts", "snapshot"));
        String snapshot = body.path("snapshot").stringValue("");
        if (body.has("snapshot") && !Ids.isId(snapshot)) {
            throw Problem.badRequest("snapshot must be the id of one.");
        }
        var wish =
                new SessionDesk.Wish(
                        texts(body, "env", "[A-Za-z_][A-Za-z0-9_]{0,99}"),
                        texts(body, "metadata", "[ -~]{1,100}"),
                        Duration.ofSeconds(number(body, "timeoutSeconds", MOST_SECONDS, 0)),
                        hosts(body, "hosts"));
        return SessionProblems.told(
                () ->
                        ApiResponse.json(
                                201,
                                shown(
                                        snapshot.isEmpty()
                                                ? desk.open(ask.who(), wish)
                                                : desk.open(
                                                        ask.who(),
                                                        wish,
                                                        SnapshotRoutes.find(
                                                                desk, ask, snapshot)))));
    }

    private ApiResponse get(ApiRequest ask) {
        return ApiResponse.json(200, shown(seen(desk, ask)));
    }

    private ApiResponse close(ApiRequest ask) {
        desk.close(own(ask));
        return ApiResponse.empty(204);
    }

    private ApiResponse pause(ApiRequest ask) throws InterruptedException {
        HeldSession one = own(ask);
        return SessionProblems.told(
                () -> {
                    if (!one.session().pause()) {
                        throw Problem.of(409, "not-possible", "This host can't pause a session.");
                    }
                    return ApiResponse.json(200, shown(one));
                });
    }

    private ApiResponse resume(ApiRequest ask) {
        HeldSession one = own(ask);
        one.session().resume();
        return ApiResponse.json(200, shown(one));
    }

    private ApiResponse fork(ApiRequest ask) throws InterruptedException {
        HeldSession one = own(ask);
        var wish = new SessionDesk.Wish(Map.of(), one.name().metadata(), Duration.ZERO);
        return SessionProblems.told(
                () -> ApiResponse.json(201, shown(desk.fork(one, ask.who(), wish))));
    }

    private ApiResponse execute(ApiRequest ask) throws InterruptedException {
        HeldSession one = own(ask);
        CodeSession.Code run =
                code(body(ask, Set.of("code", "language", "context", "env", "timeoutSeconds")));
        return live(ask) ? flowing(one, run, () -> {}) : whole(one, run);
    }

    static boolean live(ApiRequest ask) {
        return ask.header("Accept").contains("text/event-stream");
    }

    /** Output as it comes; {@code after} is run when all has been said. */
    static ApiResponse flowing(HeldSession one, CodeSession.Code run, Runnable after) {
        HeldSession.Busy busy = one.work();
        return ApiResponse.flowing(
                        "text/event-stream",
                        out -> live(one, run, out),
                        () -> {
                            busy.close();
                            after.run();
                        })
                .with("X-Accel-Buffering", "no");
    }

    static ApiResponse whole(HeldSession one, CodeSession.Code run) throws InterruptedException {
        return SessionProblems.told(
                () -> {
                    try (var _ = one.work()) {
                        var told = new Told();
                        ExecOutcome outcome = one.session().execute(run, told::hear);
                        return ApiResponse.json(200, told.with(outcome));
                    }
                });
    }

    static CodeSession.Code code(JsonNode body) {
        String code = body.path("code").stringValue("");
        if (code.isEmpty() || code.length() > LONGEST_CODE) {
            throw Problem.badRequest("code must be a string of at most 200000 characters.");
        }
        CodeLanguage language =
                CodeLanguage.named(body.path("language").stringValue("python"))
                        .orElseThrow(
                                () -> Problem.badRequest("language must be python, node or bash."));
        String context = body.path("context").stringValue("default");
        if (!context.matches("[A-Za-z0-9_-]{1,60}")) {
            throw Problem.badRequest("context must be a name of letters, digits, - and _.");
        }
        return new CodeSession.Code(
                language,
                code,
                language.word() + "-" + context,
                texts(body, "env", "[A-Za-z_][A-Za-z0-9_]{0,99}"),
                Duration.ofSeconds(number(body, "timeoutSeconds", MOST_SECONDS, 3600)));
    }

    /** Live: output, results and errors as they come, and the whole log as the last event. */
    private static void live(HeldSession one, CodeSession.Code run, OutputStream out)
            throws IOException, InterruptedException {
        var told = new Told();
        ExecutionStream.run(
                one.session(),
                run,
                event -> {
                    told.hear(event);
                    write(out, name(event), shown(event));
                },
                () -> {
                    out.write(": still here\n\n".getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                },
                outcome -> write(out, "end", told.with(outcome)));
    }

    private static void write(OutputStream out, String event, ObjectNode data) throws IOException {
        out.write(
                "event: %s\ndata: %s\n\n"
                        .formatted(event, Json.text(data))
                        .getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static String name(CodeEvent event) {
        return switch (event) {
            case CodeEvent.Written(CodeEvent.Stream stream, _) ->
                    stream == CodeEvent.Stream.STDERR ? "stderr" : "stdout";
            case CodeEvent.Result _ -> "result";
            case CodeEvent.Failed _ -> "error";
            case CodeEvent.Ended _ -> "ended";
        };
    }

    private static ObjectNode shown(CodeEvent event) {
        return switch (event) {
            case CodeEvent.Written(_, byte[] bytes) ->
                    Json.object().put("text", new String(bytes, StandardCharsets.UTF_8));
            case CodeEvent.Result(ObjectNode data, boolean main) ->
                    Json.object().put("main", main).set("data", data);
            case CodeEvent.Failed(String name, String value, String traceback) ->
                    Json.object().put("name", name).put("value", value).put("traceback", traceback);
            case CodeEvent.Ended(int code) -> Json.object().put("exitCode", code);
        };
    }

    /** What the log has not: values that were shown, and the error with its trace. */
    private static final class Told {
        private final ArrayNode results = Json.array();
        private ObjectNode error = Json.object();

        synchronized void hear(CodeEvent event) {
            if (event instanceof CodeEvent.Result) {
                results.add(shown(event));
            } else if (event instanceof CodeEvent.Failed) {
                error = shown(event);
            }
        }

        synchronized ObjectNode with(ExecOutcome outcome) {
            ObjectNode log = ExecutionJson.of(outcome.log());
            log.set("results", results);
            if (!error.isEmpty()) {
                log.set("error", error);
            }
            return log;
        }
    }

    private ApiResponse files(ApiRequest ask) throws InterruptedException {
        HeldSession one = own(ask);
        String path = path(ask);
        int depth = (int) ask.number("depth", 1, 10, 1);
        return SessionProblems.told(
                () -> {
                    try (var _ = one.work()) {
                        ObjectNode page = Json.object();
                        ArrayNode items = page.putArray("items");
                        for (SessionFile file : one.session().files().list(path, depth)) {
                            items.add(shown(file));
                        }
                        return ApiResponse.json(200, page);
                    }
                });
    }

    private ApiResponse download(ApiRequest ask) throws InterruptedException {
        HeldSession one = own(ask);
        String path = path(ask);
        return SessionProblems.told(
                () -> {
                    try (var _ = one.work()) {
                        // Whether it is there is asked before anything is answered.
                        one.session().files().needReadable(path);
                    }
                    HeldSession.Busy busy = one.work();
                    return ApiResponse.flowing(
                                    "application/octet-stream",
                                    out -> one.session().files().read(path, out, Long.MAX_VALUE),
                                    busy::close)
                            .with("Content-Disposition", "attachment");
                });
    }

    private ApiResponse upload(ApiRequest ask) throws InterruptedException {
        HeldSession one = own(ask);
        String path = path(ask);
        var bytes = new ByteArrayOutputStream();
        ask.copy(bytes, uploadBytes);
        return SessionProblems.told(
                () -> {
                    try (var _ = one.work()) {
                        return ApiResponse.json(
                                200,
                                shown(
                                        one.session()
                                                .files()
                                                .write(
                                                        path,
                                                        new ByteArrayInputStream(
                                                                bytes.toByteArray()))));
                    }
                });
    }

    private ApiResponse remove(ApiRequest ask) throws InterruptedException {
        HeldSession one = own(ask);
        String path = path(ask);
        return SessionProblems.told(
                () -> {
                    try (var _ = one.work()) {
                        one.session().files().remove(path);
                        return ApiResponse.empty(204);
                    }
                });
    }

    private static String path(ApiRequest ask) {
        String path = ask.query("path", 2_000);
        return path.isEmpty() ? "/workspace" : path.startsWith("/") ? path : "/workspace/" + path;
    }

    private static HeldSession seen(SessionDesk desk, ApiRequest ask) {
        return desk.find(ask.part("id"), ask.who())
                .orElseThrow(() -> Problem.notFound("Session not found."));
    }

    private HeldSession own(ApiRequest ask) {
        return own(desk, ask);
    }

    /** Of the same key, or the admin's. */
    static HeldSession own(SessionDesk desk, ApiRequest ask) {
        HeldSession one = seen(desk, ask);
        if (!one.owner().keyId().equals(ask.who().keyId())
                && !ask.who().role().reaches(Role.ADMIN)) {
            throw Problem.forbidden(
                    "The session belongs to another key; this requires the role admin.");
        }
        return one;
    }

    static JsonNode body(ApiRequest ask, Set<String> members) {
        JsonNode body = ask.json();
        if (!body.isObject() || !members.containsAll(body.propertyNames())) {
            throw Problem.badRequest(
                    "The body must be an object with " + String.join(", ", members) + ".");
        }
        return body;
    }

    /** Names of hosts, each alone. */
    static List<String> hosts(JsonNode body, String name) {
        JsonNode value = body.path(name);
        if (value.isMissingNode()) {
            return List.of();
        }
        if (!value.isArray() || value.size() > MOST_HOSTS) {
            throw Problem.badRequest(name + " must be an array of at most 10 host names.");
        }
        var hosts = new ArrayList<String>();
        for (JsonNode one : value) {
            String host = one.stringValue("");
            if (!HOST.matcher(host).matches() || host.length() > 253) {
                throw Problem.badRequest(name + " must be an array of at most 10 host names.");
            }
            hosts.add(host);
        }
        return hosts;
    }

    private static long number(JsonNode body, String name, long most, long otherwise) {
        JsonNode value = body.path(name);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || value.asLong() < 1 || value.asLong() > most) {
            throw Problem.badRequest("%s must be an integer from 1 to %d.".formatted(name, most));
        }
        return value.asLong();
    }

    private static Map<String, String> texts(JsonNode body, String name, String form) {
        JsonNode value = body.path(name);
        var texts = new LinkedHashMap<String, String>();
        if (value.isMissingNode()) {
            return texts;
        }
        if (!value.isObject() || value.size() > 50) {
            throw Problem.badRequest(name + " must be an object of at most 50 strings.");
        }
        for (Map.Entry<String, JsonNode> one : value.properties()) {
            boolean good =
                    one.getKey().matches(form)
                            && one.getValue().isString()
                            && one.getValue().stringValue().length() <= 8_000
                            && one.getValue().stringValue().indexOf('\0') < 0;
            if (!good) {
                throw Problem.badRequest(name + " has a name or a value that is not allowed.");
            }
            texts.put(one.getKey(), one.getValue().stringValue());
        }
        return texts;
    }

    static ObjectNode shown(SessionFile file) {
        return Json.object()
                .put("name", file.name())
                .put("path", file.path())
                .put("kind", file.kind().name().toLowerCase(java.util.Locale.ROOT))
                .put("size", file.size())
                .put("changed", Instant.ofEpochMilli(file.changedMillis()).toString());
    }

    private static ObjectNode shown(HeldSession one) {
        CodeSession.Use use = one.session().use();
        ObjectNode node =
                Json.object()
                        .put("id", one.id())
                        .put("state", one.state())
                        .put("key", one.owner().keyId())
                        .put("started", Instant.ofEpochMilli(one.started()).toString())
                        .put("ends", Instant.ofEpochMilli(one.ends()).toString())
                        .put("executions", one.executions());
        node.putObject("resourceUsage")
                .put("cpuTime", use.cpuMillis())
                .put("memory", use.memoryBytes())
                .put("memoryPeak", use.memoryPeakBytes())
                .put("memoryLimit", use.limits().memoryBytes())
                .put("disk", use.diskBytes())
                .put("diskLimit", use.limits().diskBytes());
        ObjectNode metadata = node.putObject("metadata");
        one.name().metadata().forEach(metadata::put);
        return node;
    }
}
