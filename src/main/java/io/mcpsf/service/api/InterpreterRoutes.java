package io.mcpsf.service.api;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.json.Json;
import io.mcpsf.run.code.CodeSession;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.service.session.HeldSession;
import io.mcpsf.service.session.HeldSession.Context;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Code with its state kept, by the protocol of E2B's code interpreter: lines of JSON. */
final class InterpreterRoutes {

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Map<String, String> MEMBERS =
            Map.of(
                    "text/plain", "text",
                    "text/html", "html",
                    "text/markdown", "markdown",
                    "image/svg+xml", "svg",
                    "image/png", "png",
                    "image/jpeg", "jpeg",
                    "text/latex", "latex",
                    "application/json", "json");

    private final Function<ApiRequest, HeldSession> sessions;

    InterpreterRoutes(Function<ApiRequest, HeldSession> sessions) {
        this.sessions = sessions;
    }

    List<Route> routes() {
        return List.of(
                Route.held("e2bExecute", "POST /execute", this::execute),
                Route.held("e2bContexts", "GET /contexts", this::contexts),
                Route.held("e2bAddContext", "POST /contexts", this::add),
                Route.held("e2bDropContext", "DELETE /contexts/{id}", this::drop),
                Route.held("e2bRestart", "POST /contexts/{id}/restart", this::restart));
    }

    private ApiResponse execute(ApiRequest ask) {
        HeldSession one = sessions.apply(ask);
        JsonNode body = ask.json();
        String id = body.path("context_id").asString("");
        Optional<Context> context = Optional.ofNullable(one.contexts().get(id));
        if (!id.isEmpty() && context.isEmpty()) {
            return SandboxRoutes.refusal(Problem.notFound("Context not found."));
        }
        CodeLanguage language =
                context.map(Context::language)
                        .orElseGet(() -> language(body.path("language").asString("")));
        var env = new LinkedHashMap<String, String>();
        body.path("env_vars")
                .properties()
                .forEach(entry -> env.put(entry.getKey(), entry.getValue().asString("")));
        var code =
                new CodeSession.Code(
                        language,
                        body.path("code").asString(""),
                        context.map(Context::id).orElse("default-" + language.word()),
                        env,
                        LONGEST);
        HeldSession.Busy busy = one.work();
        return ApiResponse.flowing("application/json", out -> lines(one, code, out), busy::close)
                .with("X-Accel-Buffering", "no");
    }

    private static void lines(HeldSession one, CodeSession.Code code, OutputStream out)
            throws IOException, InterruptedException {
        ExecutionStream.run(
                one.session(),
                code,
                event -> line(event, out),
                () -> {},
                outcome -> {
                    write(
                            out,
                            Json.object()
                                    .put("type", "number_of_executions")
                                    .put("execution_count", one.executions()));
                    if (outcome.log().ending().status()
                            == io.mcpsf.exec.ExecutionLog.Status.TIMED_OUT) {
                        write(
                                out,
                                error(
                                        new CodeEvent.Failed(
                                                "TimeoutError",
                                                String.join("; ", outcome.log().ending().errors()),
                                                "")));
                    }
                    write(out, Json.object().put("type", "end_of_execution"));
                });
    }

    private static void line(CodeEvent event, OutputStream out) throws IOException {
        switch (event) {
            case CodeEvent.Written(CodeEvent.Stream stream, byte[] bytes) ->
                    write(
                            out,
                            Json.object()
                                    .put(
                                            "type",
                                            stream == CodeEvent.Stream.STDERR ? "stderr" : "stdout")
                                    .put("text", new String(bytes, StandardCharsets.UTF_8))
                                    .put("timestamp", Instant.now().toString()));
            case CodeEvent.Result(ObjectNode data, boolean main) -> {
                ObjectNode line = Json.object().put("type", "result").put("is_main_result", main);
                MEMBERS.forEach(
                        (mime, member) -> {
                            JsonNode value = data.get(mime);
                            if (value != null) {
                                line.set(member, value);
                            }
                        });
                write(out, line);
            }
            case CodeEvent.Failed failed -> write(out, error(failed));
            case CodeEvent.Ended _ -> {}
        }
    }

    private static ObjectNode error(CodeEvent.Failed failed) {
        return Json.object()
                .put("type", "error")
                .put("name", failed.name())
                .put("value", failed.value())
                .put("traceback", failed.traceback());
    }

    private static void write(OutputStream out, ObjectNode line) throws IOException {
        out.write(Json.bytes(line));
        out.write('\n');
        out.flush();
    }

    private ApiResponse contexts(ApiRequest ask) {
        ArrayNode all = Json.array();
        sessions.apply(ask).contexts().values().forEach(context -> all.add(shown(context)));
        return ApiResponse.json(200, all);
    }

    private ApiResponse add(ApiRequest ask) {
        HeldSession one = sessions.apply(ask);
        JsonNode body = ask.json();
        var context =
                new Context(
                        "c" + Long.toString(System.nanoTime(), 36),
                        language(body.path("language").asString("")),
                        EnvdFileRoutes.path(body.path("cwd").asString("")));
        return one.add(context)
                .map(made -> ApiResponse.json(200, shown(made)))
                .orElseGet(
                        () ->
                                SandboxRoutes.refusal(
                                        Problem.tooMany("too-many", 1, "Too many contexts.")));
    }

    private ApiResponse drop(ApiRequest ask) throws InterruptedException {
        HeldSession one = sessions.apply(ask);
        Context context = known(one, ask);
        one.remove(context);
        one.session().drop(context.id());
        return ApiResponse.empty(204);
    }

    private ApiResponse restart(ApiRequest ask) throws InterruptedException {
        HeldSession one = sessions.apply(ask);
        one.session().drop(known(one, ask).id());
        return ApiResponse.empty(204);
    }

    private static Context known(HeldSession one, ApiRequest ask) {
        Context context = one.contexts().get(ask.part("id"));
        if (context == null) {
            throw Problem.notFound("Context not found.");
        }
        return context;
    }

    private static ObjectNode shown(Context context) {
        return Json.object()
                .put("id", context.id())
                .put("language", context.language().word())
                .put("cwd", context.folder());
    }

    private static CodeLanguage language(String word) {
        return switch (word) {
            case "", "python" -> CodeLanguage.PYTHON;
            case "javascript", "js", "node" -> CodeLanguage.NODE;
            case "bash" -> CodeLanguage.BASH;
            default -> throw Problem.badRequest("The languages are python, javascript and bash.");
        };
    }
}
