package io.mcpsf.bench;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Direction;
import io.mcpsf.mcp.Frame;
import io.mcpsf.mcp.FrameListener;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Reading;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Keeps what was asked, what was given up, and for how long at least one question was open. */
final class UnderWay implements FrameTap, FrameListener {

    /** How a question of ours begins: what wants no answer has no number, an answer no method. */
    private static final String QUESTION = "{\"jsonrpc\":\"2.0\",\"id\":";

    private static final String METHOD = ",\"method\":";

    private static final int BEGINNING = 64;

    private static final String CANCELLED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"";

    private final List<Sent> questions = new ArrayList<>();
    private final List<Sent> cancelled = new ArrayList<>();
    private int open;
    private long since;
    private long nanos;

    @SuppressWarnings("ArrayRecordComponent") // bytes are the point; never compared
    private record Sent(byte[] raw, long at) {}

    /** A question, and how long it was waited for if it was given up, or for ever. */
    record Question(String method, ObjectNode params, Duration patience) {}

    @Override
    public synchronized void crossed(Direction direction, Instant at, byte[] raw, long bytes) {
        if (direction != Direction.SENT) {
            return;
        }
        long now = System.nanoTime();
        String beginning =
                new String(raw, 0, Math.min(raw.length, BEGINNING), StandardCharsets.UTF_8);
        if (beginning.startsWith(QUESTION) && beginning.contains(METHOD)) {
            questions.add(new Sent(raw, now));
            if (open++ == 0) {
                since = now;
            }
        } else if (beginning.startsWith(CANCELLED)) {
            cancelled.add(new Sent(raw, now));
        }
    }

    @Override
    public synchronized void heard(Frame frame) {
        if (frame.reading() instanceof Reading.Response && open > 0 && --open == 0) {
            nanos += System.nanoTime() - since;
        }
    }

    /** What was asked so far is not counted. */
    synchronized void forget() {
        questions.clear();
        nanos = 0;
    }

    synchronized List<Question> questions(Duration longest) {
        var ends = new HashMap<Long, Long>();
        for (Sent one : cancelled) {
            ends.put(Json.read(one.raw()).path("params").path("requestId").asLong(), one.at());
        }
        var all = new ArrayList<Question>();
        for (Sent one : questions) {
            JsonNode message = Json.read(one.raw());
            Long end = ends.get(message.path("id").asLong());
            all.add(
                    new Question(
                            Json.text(message, "method"),
                            (ObjectNode) message.path("params"),
                            end == null ? longest : Duration.ofNanos(end - one.at())));
        }
        return all;
    }

    /** So far; what is never answered is under way to the end. */
    synchronized double seconds() {
        return (nanos + (open > 0 ? System.nanoTime() - since : 0)) / 1e9;
    }
}
