package io.mcpsf.bench;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.ContentRead;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.ServerAsked;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Verdict;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A text of the corpus, at the place of a server's words where it would stand. */
public record LabelledText(
        String id,
        String label,
        String style,
        String language,
        String place,
        String name,
        Map<String, String> parts) {

    private static final Set<String> JSON = Set.of("inputSchema", "annotations");
    private static final Set<String> PROSE =
            Set.of("description", "title", "default", "$comment", "const");

    /** What the judge made of it. */
    public record Outcome(boolean medium, boolean suspicious, List<Finding> findings) {}

    public LabelledText {
        parts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }

    static LabelledText of(String line) {
        JsonNode row = JsonMapper.shared().readTree(line);
        var parts = new LinkedHashMap<String, String>();
        row.path("parts").properties().forEach(e -> parts.put(e.getKey(), words(e.getValue())));
        JsonNode tool = row.path("tool");
        for (String key : List.of("description", "inputSchema", "annotations", "title")) {
            if (tool.has(key)) {
                parts.put(key, words(tool.path(key)));
            }
        }
        if (parts.isEmpty()) {
            parts.put("", row.path("text").asString(""));
        }
        return new LabelledText(
                row.path("id").asString(""),
                row.path("label").asString(""),
                row.path("style").asString(""),
                row.path("language").asString(""),
                tool.isObject() ? "tool" : row.path("place").asString(""),
                tool.path("name").asString(row.path("name").asString("")),
                parts);
    }

    /** The same at the same place in other words. */
    public LabelledText with(UnaryOperator<String> change) {
        var changed = new LinkedHashMap<String, String>();
        parts.forEach((key, text) -> changed.put(key, changed(key, text, change)));
        return new LabelledText(id, label, style, language, place, name, changed);
    }

    /** Of JSON only the words that a person wrote. */
    private static String changed(String key, String text, UnaryOperator<String> change) {
        if (!JSON.contains(key)) {
            return change.apply(text);
        }
        JsonNode root = JsonMapper.shared().readTree(text);
        rewrite(root, change);
        return root.toString();
    }

    private static void rewrite(JsonNode node, UnaryOperator<String> change) {
        if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode value = object.get(name);
                if (value.isString() && PROSE.contains(name)) {
                    object.put(name, change.apply(value.asString()));
                }
            }
        }
        node.forEach(child -> rewrite(child, change));
    }

    public Outcome judged(RuleSet rules) {
        Judgement judgement = Judge.judge(evidence(), rules);
        Severity worst =
                judgement.findings().stream()
                        .map(Finding::severity)
                        .max(Comparator.naturalOrder())
                        .orElse(Severity.INFO);
        return new Outcome(
                worst.compareTo(Severity.MEDIUM) >= 0,
                judgement.verdict() == Verdict.SUSPICIOUS
                        || judgement.verdict() == Verdict.MALICIOUS,
                judgement.findings());
    }

    private static String words(JsonNode value) {
        return value.isString() ? value.asString() : value.toString();
    }

    private Evidence evidence() {
        var seen = new ArrayList<Seen>();
        for (Observation what : observations()) {
            Phase phase = what instanceof ToolAnswered ? Phase.CALL : Phase.LIST;
            boolean read =
                    what instanceof ServerAsked
                            || (what instanceof ContentRead r && !r.kind().startsWith("listed"));
            int call = phase == Phase.CALL || read ? 1 : 0;
            seen.add(
                    new Seen(
                            new Stamp(seen.size() + 1, 1, read ? Phase.CALL : phase, call, 0),
                            what));
        }
        return new Evidence(
                new CaseFile(
                        "bench",
                        new CaseFile.Subject("local", "bench", "", "", "bench"),
                        Instant.EPOCH,
                        "0",
                        new CaseFile.Settings("safe", 1, List.of("server"), 0.5)),
                seen,
                new Coverage(Map.of(), Map.of(), new ToolCoverage(1, 1, 1), Isolation.none()));
    }

    private List<Observation> observations() {
        String text = parts.getOrDefault("", "");
        return switch (place) {
            case "description" -> List.of(tool(text, "{}"));
            case "result" -> List.of(answered(Answer.RESULT, text));
            case "error" -> List.of(answered(Answer.TOOL_ERROR, text));
            case "prompt", "resource" -> List.of(new ContentRead(place, name, content(text)));
            case "readme" -> List.of(new ContentRead("readme", "README.md", text));
            case "sampling" -> List.of(new ServerAsked("sampling/createMessage", sampling(text)));
            case "elicitation" -> List.of(new ServerAsked("elicitation/create", asked(text)));
            case "tool" -> whole();
            case "instructions" -> List.of(new Greeted("2025-06-18", name, "1", text));
            case "title" -> List.of(tool("", "{}"), listed("title", text));
            case "split" -> split();
            default -> List.of(tool("", schema(Map.of("parameters.value." + key(place), text))));
        };
    }

    /** A whole tool as a server lists it. */
    private List<Observation> whole() {
        var all = new ArrayList<Observation>();
        all.add(
                new ToolListed(
                        1,
                        name,
                        parts.getOrDefault("description", ""),
                        parts.getOrDefault("inputSchema", "{}"),
                        parts.getOrDefault("annotations", "")));
        if (parts.containsKey("title")) {
            all.add(listed("title", parts.getOrDefault("title", "")));
        }
        return all;
    }

    private static String sampling(String text) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.putArray("messages")
                .addObject()
                .put("role", "user")
                .putObject("content")
                .put("type", "text")
                .put("text", text);
        return root.toString();
    }

    private static String asked(String text) {
        return JsonMapper.shared().createObjectNode().put("message", text).toString();
    }

    private static String key(String place) {
        return place.equals("parameter") ? "description" : place;
    }

    /** The parts that a schema can hold go into one, the others to where they belong. */
    private List<Observation> split() {
        var all = new ArrayList<Observation>();
        var schema = new LinkedHashMap<String, String>();
        parts.forEach(
                (key, text) -> {
                    switch (key) {
                        case "description" -> {}
                        case "title" -> all.add(listed("title", text));
                        case "instructions" -> all.add(new Greeted("2025-06-18", name, "1", text));
                        case "result" -> all.add(answered(Answer.RESULT, text));
                        case "error" -> all.add(answered(Answer.TOOL_ERROR, text));
                        case "prompt", "resource" ->
                                all.add(new ContentRead(key, name, content(text)));
                        default -> schema.put(key, text);
                    }
                });
        all.addFirst(tool(parts.getOrDefault("description", ""), schema(schema)));
        return all;
    }

    private ToolListed tool(String description, String schema) {
        return new ToolListed(1, name, description, schema, "");
    }

    private ContentRead listed(String key, String text) {
        return new ContentRead(
                "listed tool",
                name,
                JsonMapper.shared().createObjectNode().put(key, text).toString());
    }

    private ToolAnswered answered(Answer answer, String text) {
        String json = content(text);
        return new ToolAnswered(1, name, answer, 5, json.length(), json);
    }

    private static String content(String text) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.putArray("content").addObject().put("type", "text").put("text", text);
        return root.toString();
    }

    private static String schema(Map<String, String> parts) {
        ObjectNode root = JsonMapper.shared().createObjectNode().put("type", "object");
        ObjectNode properties = root.putObject("properties");
        parts.forEach(
                (key, text) -> {
                    String[] path = key.split("\\.", 3);
                    if (path.length == 3) {
                        ObjectNode property = properties.withObjectProperty(path[1]);
                        if (path[2].equals("enum") || path[2].equals("examples")) {
                            property.putArray(path[2]).add(text);
                        } else {
                            property.put(path[2], text);
                        }
                    } else {
                        root.put(key, text);
                    }
                });
        return root.toString();
    }
}
