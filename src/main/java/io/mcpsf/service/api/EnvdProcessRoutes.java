package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.run.code.CodeSession;
import io.mcpsf.run.code.RunningProgram;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.service.api.ConnectProtocol.ConnectException;
import io.mcpsf.service.api.ConnectProtocol.Frames;
import io.mcpsf.service.session.HeldSession;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Programs in a sandbox, by E2B's protocol. */
final class EnvdProcessRoutes {

    private static final Duration BEAT = Duration.ofSeconds(15);
    private static final int SIGKILL = 9;
    private static final int SIGTERM = 15;
    private static final int SIGNALLED = 128;

    private final Function<ApiRequest, HeldSession> sessions;

    EnvdProcessRoutes(Function<ApiRequest, HeldSession> sessions) {
        this.sessions = sessions;
    }

    List<Route> routes() {
        String at = "POST /process.Process/";
        return List.of(
                Route.held("e2bStart", at + "Start", this::start),
                Route.held("e2bAttach", at + "Connect", this::attach),
                Route.held("e2bProcesses", at + "List", ask -> unary(ask, this::list)),
                Route.held("e2bInput", at + "SendInput", ask -> unary(ask, this::input)),
                Route.held("e2bSignal", at + "SendSignal", ask -> unary(ask, this::signal)),
                Route.held("e2bCloseInput", at + "CloseStdin", ask -> unary(ask, this::eof)),
                Route.held("e2bResize", at + "Update", ask -> unary(ask, this::update)));
    }

    @FunctionalInterface
    private interface Call {
        ObjectNode answer(HeldSession one, JsonNode message);
    }

    private ApiResponse unary(ApiRequest ask, Call call) throws InterruptedException {
        HeldSession one = sessions.apply(ask);
        try (var _ = one.work()) {
            return ConnectProtocol.unary(ask, message -> call.answer(one, message));
        }
    }

    private ApiResponse start(ApiRequest ask) {
        HeldSession one = sessions.apply(ask);
        HeldSession.Busy busy = one.work();
        Optional<Duration> limit = limit(ask);
        return ConnectProtocol.stream(
                ask,
                (message, out) -> {
                    JsonNode process = message.path("process");
                    var argv = new ArrayList<String>();
                    argv.add(process.path("cmd").asString(""));
                    process.path("args").forEach(word -> argv.add(word.asString("")));
                    JsonNode size = message.path("pty").path("size");
                    RunningProgram program =
                            one.session()
                                    .start(
                                            new CodeSession.Program(
                                                    argv,
                                                    env(process.path("envs")),
                                                    EnvdFileRoutes.path(
                                                            process.path("cwd").asString("")),
                                                    message.path("stdin").asBoolean(true),
                                                    Math.clamp(size.path("cols").asInt(0), 0, 1000),
                                                    Math.clamp(
                                                            size.path("rows").asInt(24), 1, 1000)));
                    one.add(program);
                    follow(program, out, limit);
                },
                busy::close);
    }

    private ApiResponse attach(ApiRequest ask) {
        HeldSession one = sessions.apply(ask);
        HeldSession.Busy busy = one.work();
        Optional<Duration> limit = limit(ask);
        return ConnectProtocol.stream(
                ask, (message, out) -> follow(program(one, message), out, limit), busy::close);
    }

    private static Optional<Duration> limit(ApiRequest ask) {
        String millis = ask.header("Connect-Timeout-Ms");
        return millis.matches("[0-9]{1,10}") && !millis.matches("0+")
                ? Optional.of(Duration.ofMillis(Long.parseLong(millis)))
                : Optional.empty();
    }

    /** Hands on what it writes until it ends; who wants no more of it than so long ends it. */
    private static void follow(RunningProgram program, Frames out, Optional<Duration> limit)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (RunningProgram.Reader reader = program.read()) {
            ObjectNode first = Json.object();
            first.putObject("event").putObject("start").put("pid", program.pid());
            out.send(first);
            while (true) {
                Duration wait = BEAT;
                if (limit.isPresent()) {
                    Duration left = limit.get().minusNanos(System.nanoTime() - begin);
                    if (!left.isPositive()) {
                        program.signal(SIGKILL);
                        throw new ConnectException("deadline_exceeded", "the time is over");
                    }
                    wait = left.compareTo(BEAT) < 0 ? left : BEAT;
                }
                Optional<CodeEvent> event = reader.next(wait);
                ObjectNode message = Json.object();
                ObjectNode told = message.putObject("event");
                if (event.isEmpty()) {
                    told.putObject("keepalive");
                    out.send(message);
                    continue;
                }
                switch (event.get()) {
                    case CodeEvent.Written(CodeEvent.Stream stream, byte[] bytes) -> {
                        told.putObject("data")
                                .put(name(stream), Base64.getEncoder().encodeToString(bytes));
                        out.send(message);
                    }
                    case CodeEvent.Ended(int code) -> {
                        end(told.putObject("end"), code);
                        out.send(message);
                        return;
                    }
                    case CodeEvent.Result _, CodeEvent.Failed _ -> {}
                }
            }
        }
    }

    private static String name(CodeEvent.Stream stream) {
        return switch (stream) {
            case STDOUT -> "stdout";
            case STDERR -> "stderr";
            case TERMINAL -> "pty";
        };
    }

    private static void end(ObjectNode end, int code) {
        boolean killed = code > SIGNALLED && code <= SIGNALLED + 64;
        end.put("exitCode", code)
                .put("exited", !killed)
                .put("status", killed ? "signal: " + (code - SIGNALLED) : "exit status " + code);
    }

    private ObjectNode list(HeldSession one, JsonNode message) {
        ObjectNode answer = Json.object();
        ArrayNode processes = answer.putArray("processes");
        one.programs()
                .forEach(
                        (pid, program) -> {
                            ObjectNode process = processes.addObject().put("pid", pid);
                            ObjectNode config = process.putObject("config");
                            config.put("cmd", program.argv().getFirst());
                            ArrayNode args = config.putArray("args");
                            program.argv().stream().skip(1).forEach(args::add);
                        });
        return answer;
    }

    private ObjectNode input(HeldSession one, JsonNode message) {
        JsonNode input = message.path("input");
        String data =
                input.has("pty")
                        ? input.path("pty").asString("")
                        : input.path("stdin").asString("");
        try {
            program(one, message).write(Base64.getDecoder().decode(data));
        } catch (IllegalArgumentException e) {
            throw new ConnectException("invalid_argument", "not base64");
        }
        return Json.object();
    }

    private ObjectNode signal(HeldSession one, JsonNode message) {
        boolean kill = message.path("signal").asString("").equals("SIGNAL_SIGKILL");
        program(one, message).signal(kill ? SIGKILL : SIGTERM);
        return Json.object();
    }

    private ObjectNode eof(HeldSession one, JsonNode message) {
        program(one, message).closeInput();
        return Json.object();
    }

    private ObjectNode update(HeldSession one, JsonNode message) {
        JsonNode size = message.path("pty").path("size");
        program(one, message)
                .resize(
                        Math.clamp(size.path("cols").asInt(80), 1, 1000),
                        Math.clamp(size.path("rows").asInt(24), 1, 1000));
        return Json.object();
    }

    private static RunningProgram program(HeldSession one, JsonNode message) {
        long pid = message.path("process").path("pid").asLong(-1);
        RunningProgram program = one.programs().get(pid);
        if (program == null) {
            throw new ConnectException("not_found", "no process " + pid);
        }
        return program;
    }

    private static Map<String, String> env(JsonNode hostile) {
        var env = new LinkedHashMap<String, String>();
        for (Map.Entry<String, JsonNode> one : hostile.properties()) {
            String value = one.getValue().asString("");
            if (env.size() >= 200 || one.getKey().contains("=") || value.indexOf('\0') >= 0) {
                throw new ConnectException("invalid_argument", "not an environment");
            }
            env.put(one.getKey(), value);
        }
        return env;
    }
}
