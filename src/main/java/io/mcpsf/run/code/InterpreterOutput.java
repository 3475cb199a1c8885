package io.mcpsf.run.code;

import io.mcpsf.boundary.MaskedChunks;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.tools.CodeServices;
import io.mcpsf.text.Printable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What is heard of one execution in a session: output, results, errors, its end; all hostile. */
final class InterpreterOutput {

    private static final int MOST_RESULTS = 1_000;
    private static final int LINE = 300;

    private final SessionAgent agent;
    private final CodeServices services;
    private final SessionExecution execution;
    private final Consumer<CodeEvent> events;
    private final MaskedChunks out;
    private final MaskedChunks err;
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final AtomicInteger unread = new AtomicInteger();
    private volatile long number;
    private int results;

    private InterpreterOutput(
            SessionAgent agent,
            CodeServices services,
            SessionExecution execution,
            Consumer<CodeEvent> events) {
        this.agent = agent;
        this.services = services;
        this.execution = execution;
        this.events = events;
        this.out = services.chunks();
        this.err = services.chunks();
    }

    /** Listens under a number of its own, until the agent is told to forget it. */
    static InterpreterOutput listen(
            SessionAgent agent,
            CodeServices services,
            SessionExecution execution,
            Consumer<CodeEvent> events) {
        var output = new InterpreterOutput(agent, services, execution, events);
        output.number = agent.listen(output::heard);
        return output;
    }

    long number() {
        return number;
    }

    /** Completed with the exit code; exceptionally when the session ends before. */
    CompletableFuture<Integer> end() {
        return end;
    }

    List<String> errors() {
        return List.copyOf(errors);
    }

    private void heard(JsonNode hostile) {
        switch (Json.text(hostile, "ev")) {
            case "out" -> wrote(CodeEvent.Stream.STDOUT, hostile);
            case "err" -> wrote(CodeEvent.Stream.STDERR, hostile);
            case "result" -> {
                if (results++ < MOST_RESULTS && hostile.path("data") instanceof ObjectNode data) {
                    events.accept(
                            new CodeEvent.Result(
                                    masked(data), hostile.path("main").asBoolean(false)));
                }
            }
            case "error" -> {
                var failed =
                        new CodeEvent.Failed(
                                masked(hostile, "name"),
                                masked(hostile, "value"),
                                masked(hostile, "traceback"));
                errors.add(Printable.line(failed.name() + ": " + failed.value(), LINE));
                events.accept(failed);
            }
            case "end" -> {
                rest();
                end.complete(hostile.path("code").asInt(1));
            }
            case "fail" -> {
                rest();
                String why = Json.text(hostile, "text");
                errors.add(Printable.line(why, LINE));
                end.complete(why.isEmpty() ? Endings.KILLED : 1);
            }
            default -> {}
        }
    }

    private void wrote(CodeEvent.Stream stream, JsonNode hostile) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(Json.text(hostile, "d"));
        } catch (IllegalArgumentException e) {
            return;
        }
        pass(stream, (stream == CodeEvent.Stream.STDERR ? err : out).take(bytes));
        agent.acknowledge(number, unread, bytes.length);
    }

    /** What may have been the beginning of a secret was none. */
    private void rest() {
        pass(CodeEvent.Stream.STDOUT, out.rest());
        pass(CodeEvent.Stream.STDERR, err.rest());
    }

    private void pass(CodeEvent.Stream stream, byte[] bytes) {
        int within = execution.wrote(stream, bytes);
        if (within > 0) {
            events.accept(new CodeEvent.Written(stream, Arrays.copyOf(bytes, within)));
        }
    }

    private String masked(JsonNode hostile, String member) {
        return services.masked(Json.text(hostile, member));
    }

    private ObjectNode masked(ObjectNode hostile) {
        String text = Json.text(hostile);
        String masked = services.masked(text);
        return masked.equals(text) ? hostile : (ObjectNode) Json.read(masked);
    }
}
