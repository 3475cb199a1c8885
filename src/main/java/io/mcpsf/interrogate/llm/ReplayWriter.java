package io.mcpsf.interrogate.llm;

import io.mcpsf.interrogate.PayloadWriter;
import io.mcpsf.interrogate.ShownText;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.ProtocolObservation.TextDoubted;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Gives again what a model said in an earlier assessment, tool by tool in the same order. */
public final class ReplayWriter implements PayloadWriter {

    private static final int MAX_LINES = 10_000;

    private final Map<String, Deque<String>> answers = new HashMap<>();
    private final List<JsonNode> doubts = new ArrayList<>();

    private ReplayWriter() {}

    public static ReplayWriter read(Path file) {
        var replay = new ReplayWriter();
        try (Stream<String> lines = Files.lines(file)) {
            lines.limit(MAX_LINES).map(Json::read).forEach(replay::keep);
            return replay;
        } catch (IOException | java.io.UncheckedIOException | BadJsonException e) {
            throw new BadModelException("cannot replay " + file + ": " + e.getMessage(), e);
        }
    }

    private void keep(JsonNode line) {
        line.path("doubts").forEach(doubts::add);
        if (line.has("tool")) {
            answers.computeIfAbsent(Json.text(line, "tool"), t -> new ArrayDeque<>())
                    .add(Json.text(line, "answer"));
        }
    }

    @Override
    public List<TextDoubted> doubts(List<ShownText> texts) {
        return doubts.stream().flatMap(d -> Opinion.replayed(d, texts).stream()).toList();
    }

    @Override
    public List<ObjectNode> more(String tool, JsonNode schema, List<String> learned) {
        Deque<String> left = answers.getOrDefault(tool, new ArrayDeque<>());
        return left.isEmpty() ? List.of() : Ideas.in(left.poll());
    }
}
