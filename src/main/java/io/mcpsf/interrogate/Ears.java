package io.mcpsf.interrogate;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Frame;
import io.mcpsf.mcp.FrameListener;
import io.mcpsf.mcp.Reading;
import io.mcpsf.model.ProtocolObservation.FrameMalformed;
import io.mcpsf.model.ProtocolObservation.ServerAsked;
import io.mcpsf.model.Sink;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes down what the server says without being asked, and what it says badly: the first of each
 * kind in full, the rest as a count when the conversation is over.
 */
final class Ears implements FrameListener {

    private static final String OTHERS = "(other methods)";

    private final Sink sink;
    private final BaitSearch search;
    private final Map<String, Long> asked = new LinkedHashMap<>();
    private final Map<String, Count> malformed = new LinkedHashMap<>();
    private final Map<String, Integer> searched = new LinkedHashMap<>();
    private boolean over;

    Ears(Sink sink, BaitSearch search) {
        this.sink = sink;
        this.search = search;
    }

    private record Count(long frames, long bytes) {

        Count plus(Count other) {
            return new Count(frames + other.frames, bytes + other.bytes);
        }
    }

    @Override
    public synchronized void heard(Frame frame) {
        if (over) {
            return;
        }
        switch (frame.reading()) {
            case Reading.Request(_, String method, JsonNode params) -> asked(method, params, frame);
            case Reading.Notification(String method, JsonNode params) ->
                    asked(method, params, frame);
            case Reading.Malformed bad -> malformed(bad.fault().words(), bad.why(), frame);
            case Reading.Response _ -> {}
        }
    }

    private void asked(String hostileMethod, JsonNode hostileParams, Frame frame) {
        asked(hostileMethod, hostileParams);
        // Its id, its method and what else stands beside the parameters.
        search(frame, "request");
    }

    /** Searches a frame that is no answer: as many as of one method, then no more. */
    private void search(Frame frame, String kind) {
        if (searched.merge(kind, 1, Integer::sum) <= InterrogationLimits.ASKED_SEARCHED) {
            search.in(frame.raw(), kind);
        }
    }

    /** A question that came inside a result. */
    synchronized void asked(String hostileMethod, JsonNode hostileParams) {
        String method = InterrogationLimits.cut(hostileMethod, InterrogationLimits.NAME);
        if (asked.size() >= InterrogationLimits.METHODS && !asked.containsKey(method)) {
            method = OTHERS;
        }
        long times = asked.merge(method, 1L, Long::sum);
        if (times <= InterrogationLimits.ASKED_SHOWN) {
            String params = hostileParams.isMissingNode() ? "" : Json.text(hostileParams);
            sink.saw(
                    new ServerAsked(
                            method, InterrogationLimits.cut(params, InterrogationLimits.PARAMS)));
        }
        if (times <= InterrogationLimits.ASKED_SEARCHED) {
            search.in(hostileParams, method);
        }
    }

    /** Something in a well-formed frame that the protocol does not allow; the words are ours. */
    synchronized void odd(String why, JsonNode hostile) {
        byte[] raw = Json.bytes(hostile);
        note(why, why, raw, raw.length);
    }

    private void malformed(String kind, String why, Frame frame) {
        note(kind, why, frame.raw(), frame.bytes());
        search(frame, kind);
    }

    private void note(String kind, String why, byte[] raw, long bytes) {
        Count count = malformed.merge(kind, new Count(1, bytes), Count::plus);
        if (count.frames() <= InterrogationLimits.MALFORMED_SHOWN) {
            sink.saw(new FrameMalformed(why, bytes, excerpt(raw)));
        }
    }

    /** Writes the counts of what was not shown; nothing is written after that. */
    synchronized void finish() {
        if (over) {
            return;
        }
        over = true;
        malformed.forEach(
                (kind, count) -> {
                    long more = count.frames() - InterrogationLimits.MALFORMED_SHOWN;
                    if (more > 0) {
                        String why = kind + " (" + more + " more)";
                        sink.saw(new FrameMalformed(why, count.bytes(), ""));
                    }
                });
        asked.forEach(
                (method, times) -> {
                    long more = times - InterrogationLimits.ASKED_SHOWN;
                    if (more > 0) {
                        sink.saw(new ServerAsked(method, "(" + more + " more)"));
                    }
                });
    }

    private static String excerpt(byte[] raw) {
        byte[] beginning = Arrays.copyOf(raw, Math.min(raw.length, InterrogationLimits.EXCERPT));
        return new String(beginning, StandardCharsets.UTF_8);
    }
}
