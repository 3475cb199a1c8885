package io.mcpsf.report.html;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.Finding;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;
import io.mcpsf.text.JsonText;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The data of the page: one JSON array a line for each event, so that the page parses only those
 * lines that it shows, and an index that ties events to findings, processes and calls. Nothing in
 * it can end the element it stands in: every {@code <} is written as an escape of JSON.
 */
final class EventLines {

    /** What a browser scrolls through with ease; the evidence has the rest. */
    static final int MAX_EVENTS = 100_000;

    /** All lines together: a page of this size still opens, and can be written in our memory. */
    private static final long MAX_CHARS = 30_000_000;

    private static final int MAX_WORDS = 200;
    private static final int MAX_STRING = 1_000;

    /** What a finding rests on is shown in full, as far as that is bearable. */
    private static final int MAX_CITED = 32_000;

    private static final int MAX_LIST = 64;
    private static final int MAX_INDEX = 20_000;
    private static final List<String> STAMP =
            List.of("seq", "micros", "phase", "toolCall", "process", "record");

    private final Report report;
    private final Map<Long, List<String>> cited = new HashMap<>();

    EventLines(Report report) {
        this.report = report;
        for (Finding finding : report.judgement().findings()) {
            finding.seen()
                    .forEach(
                            seq ->
                                    cited.computeIfAbsent(seq, key -> new ArrayList<>())
                                            .add(finding.id()));
        }
    }

    String lines() {
        var out = new StringBuilder();
        int count = 0;
        for (Seen seen : report.evidence().seen()) {
            boolean important = cited.containsKey(seen.seq());
            if (!important && (count >= MAX_EVENTS || out.length() > MAX_CHARS)) {
                continue;
            }
            count++;
            harmless(Json.text(line(seen, important)), out);
            out.append('\n');
        }
        return out.toString();
    }

    String index() {
        ObjectNode index = Json.object();
        index.put("total", report.evidence().seen().size());
        ObjectNode findings = index.putObject("findings");
        report.judgement()
                .findings()
                .forEach(
                        finding ->
                                findings.putObject(finding.id())
                                        .put("title", report.title(finding))
                                        .put("severity", InWords.lower(finding.severity())));
        ObjectNode events = index.putObject("cited");
        cited.forEach(
                (seq, ids) -> {
                    ArrayNode list = events.putArray("" + seq);
                    ids.forEach(list::add);
                });
        ObjectNode processes = index.putObject("processes");
        ObjectNode calls = index.putObject("calls");
        Set<Integer> known = new HashSet<>();
        for (Seen seen : report.evidence().seen()) {
            if (seen.what() instanceof ProcessObservation.ProcessStarted started
                    && known.size() < MAX_INDEX
                    && known.add(started.process())) {
                processes
                        .putArray("" + started.process())
                        .add(seen.seq())
                        .add(started.parent())
                        .add(cut(InWords.of(started).substring(5), MAX_WORDS));
            } else if (seen.what() instanceof ProtocolObservation.ToolCalled called
                    && calls.size() < MAX_INDEX) {
                calls.putArray("" + called.call())
                        .add(seen.seq())
                        .add(cut(called.tool() + " " + called.arguments(), MAX_WORDS));
            } else if (seen.what() instanceof ProtocolObservation.ToolAnswered answered
                    && calls.get("" + answered.call()) instanceof ArrayNode call
                    && call.size() == 2) {
                call.add(seen.seq());
            }
        }
        var out = new StringBuilder();
        harmless(Json.text(index), out);
        return out.toString();
    }

    private ArrayNode line(Seen seen, boolean important) {
        ObjectNode fields = EvidenceFormat.node(seen);
        String kind = seen.what().getClass().getSimpleName();
        STAMP.forEach(fields::remove);
        ObjectNode capped = Json.object();
        fields.properties().forEach(e -> capped.set(e.getKey(), capped(e.getValue(), important)));
        ArrayNode line = Json.array();
        line.add(seen.seq()).add(seen.at().micros()).add(seen.at().phase().name());
        line.add(seen.at().call()).add(seen.at().process()).add(kind);
        return line.add(cut(InWords.of(seen.what()), MAX_WORDS)).add(capped);
    }

    private static JsonNode capped(JsonNode value, boolean important) {
        if (value.isString()) {
            String text = value.asString();
            return Json.array().add(cut(text, important ? MAX_CITED : MAX_STRING)).get(0);
        }
        if (value.isArray()) {
            ArrayNode list = Json.array();
            for (int i = 0; i < Math.min(value.size(), MAX_LIST); i++) {
                list.add(capped(value.get(i), important));
            }
            return list;
        }
        return value;
    }

    private static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + "…(+" + (text.length() - end) + ")";
    }

    /** Inside strings of JSON only: outside of them none of these stands. */
    private static void harmless(String raw, StringBuilder out) {
        String json = JsonText.visible(raw);
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            switch (c) {
                case '<' -> out.append("\\u003c");
                case '>' -> out.append("\\u003e");
                case '&' -> out.append("\\u0026");
                default -> out.append(c);
            }
        }
    }
}
