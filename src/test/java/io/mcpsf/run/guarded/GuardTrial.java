package io.mcpsf.run.guarded;

import io.mcpsf.boundary.Backbone;
import io.mcpsf.json.Json;
import io.mcpsf.os.Last;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.ClientStreams;
import io.mcpsf.run.request.GuardAlert;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.SensorChoice;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** A client of a test at a guarded server: says lines, and waits for the answers to them. */
final class GuardTrial implements AutoCloseable {

    private final OutputStream say;
    private final BufferedReader heard;
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<GuardAlert> alerts = new CopyOnWriteArrayList<>();
    private final List<JsonNode> aside = new ArrayList<>();
    private final CompletableFuture<GuardOutcome> outcome = new CompletableFuture<>();
    private final Thread thread;
    private final UnaryOperator<Backbone> backbone;
    private int id;

    private GuardTrial(GuardRequest request, UnaryOperator<Backbone> backbone) throws IOException {
        this.backbone = backbone;
        var in = new PipedInputStream(1 << 20);
        say = new PipedOutputStream(in);
        var out = new PipedOutputStream();
        heard =
                new BufferedReader(
                        new InputStreamReader(
                                new PipedInputStream(out, 1 << 20), StandardCharsets.UTF_8));
        thread =
                Thread.ofPlatform()
                        .name("guarded run")
                        .start(
                                () ->
                                        serve(
                                                request,
                                                new ClientStreams(
                                                        in, out, told::add, alerts::add)));
    }

    static GuardTrial of(String source, String yaml, Path output, String... arguments)
            throws IOException {
        return of(source, yaml, output, UnaryOperator.identity(), arguments);
    }

    /** Seen as the user wants it. */
    static GuardTrial seenBy(SensorChoice sensor, String source, String yaml, Path output)
            throws IOException {
        return new GuardTrial(
                request(source, yaml, output, sensor, "crun"), UnaryOperator.identity());
    }

    static GuardTrial of(
            String source,
            String yaml,
            Path output,
            UnaryOperator<Backbone> backbone,
            String... arguments)
            throws IOException {
        return new GuardTrial(
                request(source, yaml, output, SensorChoice.AUTO, "crun", arguments), backbone);
    }

    static GuardRequest request(
            String source,
            String yaml,
            Path output,
            SensorChoice sensor,
            String runtime,
            String... arguments) {
        MergedPolicy policy =
                MergedPolicy.of(
                        List.of(PolicyLayer.read("test", yaml.getBytes(StandardCharsets.UTF_8))));
        var subject =
                new AssessRequest(
                        source,
                        List.of(),
                        List.of(arguments),
                        Map.of(),
                        List.of(),
                        "safe",
                        output,
                        runtime,
                        Duration.ZERO,
                        7);
        return new GuardRequest(subject, "", policy, "", sensor);
    }

    private void serve(GuardRequest request, ClientStreams client) {
        try {
            outcome.complete(new GuardedRun(request, Progress.none(), backbone).serve(client));
        } catch (InterruptedException | RuntimeException e) {
            outcome.completeExceptionally(e);
        } finally {
            try {
                client.out().close();
            } catch (IOException e) {
                outcome.completeExceptionally(e);
            }
        }
    }

    void greet(String capabilities) throws IOException {
        ask(
                "initialize",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":%s,\"clientInfo\":{\"name\":\"trial\",\"version\":\"1\"}}"
                        .formatted(capabilities));
        line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    JsonNode call(String tool, String arguments) throws IOException {
        return ask("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
    }

    /** The whole answer to a question; other lines are put aside. */
    JsonNode ask(String method, String params) throws IOException {
        int mine = ++id;
        line(
                "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
                        .formatted(mine, method, params));
        while (true) {
            JsonNode next = next();
            if (next.path("id").asInt(-1) == mine && !next.has("method")) {
                return next;
            }
            aside.add(next);
        }
    }

    void line(String text) throws IOException {
        say.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        say.flush();
    }

    JsonNode next() throws IOException {
        String line = heard.readLine();
        if (line == null) {
            throw new IOException("the guard hung up; it said " + told);
        }
        return Json.read(line);
    }

    /** What came that answered nothing. */
    List<JsonNode> aside() {
        return aside;
    }

    /** What receivers elsewhere were told. */
    List<GuardAlert> alerts() {
        return alerts;
    }

    /** What a person was told. */
    List<String> told() {
        return told;
    }

    /** Leaves, and waits for the end. */
    GuardOutcome leave() throws IOException, InterruptedException, ExecutionException {
        say.close();
        GuardOutcome ended = end();
        while (heard.ready()) {
            aside.add(next());
        }
        return ended;
    }

    /** Waits for the end that somebody else brings about. */
    GuardOutcome end() throws InterruptedException, ExecutionException {
        try {
            return outcome.get(60, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the session does not end; told " + told, e);
        }
    }

    @Override
    public void close() throws IOException {
        say.close();
        if (!outcome.isDone()) {
            thread.interrupt();
        }
        Last.of(thread);
    }
}
