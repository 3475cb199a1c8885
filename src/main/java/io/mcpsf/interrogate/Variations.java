package io.mcpsf.interrogate;

import io.mcpsf.json.Json;
import io.mcpsf.model.ProtocolObservation.Answer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Calls tools that did their work again, each with small differences: loaded words, another choice,
 * a switch turned, a large number, an empty text, and the very same several times. What waits
 * behind a successful call for a word or for the fifth time shows itself. In breadth first, and
 * within bounds.
 */
final class Variations {

    private static final int MOST = 300;
    private static final int MOST_EACH = 32;
    private static final int SAME = 5;
    private static final int CHOICES = 5;
    private static final int OTHERS = 6;
    private static final int TAKEN_BACK = 4;
    private static final int DEEPEST = 4;
    private static final long LARGE = 10_000;

    /** Slower tools are not called again and again. */
    private static final Duration QUICK = Duration.ofMillis(400);

    private static final Duration WHOLE = Duration.ofSeconds(5);

    /** What ends the server or the session is done once. */
    private static final Set<String> ENDS =
            Set.of("kill", "shutdown", "quit", "exit", "logout", "disconnect", "terminate");

    private final Calls calls;
    private final Plausible plausible;
    private final Deadline deadline;
    private final Map<String, Deque<ObjectNode>> waiting = new LinkedHashMap<>();

    Variations(Calls calls, Plausible plausible, Deadline deadline, LoadClock clock) {
        this.calls = calls;
        this.plausible = plausible;
        this.deadline = new Deadline(deadline.mostOf(clock.stretched(WHOLE)));
    }

    /** Takes up a tool that did its work, with what it says of itself. */
    void add(String tool, JsonNode schema, String description) {
        ObjectNode working = calls.working().get(tool);
        Duration pace = calls.paces().getOrDefault(tool, WHOLE);
        if (working != null
                && pace.compareTo(QUICK) < 0
                && ByName.words(tool).stream().noneMatch(ENDS::contains)) {
            waiting.put(tool, of(schema, working, description));
        }
    }

    /** False when the server ended the conversation. */
    boolean make() throws InterruptedException {
        List<String> slowest =
                calls.working().keySet().stream()
                        .sorted(Comparator.comparing(this::pace).reversed())
                        .limit(TAKEN_BACK)
                        .toList();
        for (String tool : slowest) {
            calls.cancelled(tool, calls.working().getOrDefault(tool, Json.object()).deepCopy());
        }
        int made = 0;
        boolean more = true;
        while (more) {
            more = false;
            for (var tool : waiting.entrySet()) {
                ObjectNode next = tool.getValue().poll();
                if (next == null || made >= MOST || deadline.passed()) {
                    continue;
                }
                more = true;
                made++;
                Answer answer = calls.call(tool.getKey(), next, deadline);
                if (answer == Answer.CLOSED) {
                    return false;
                }
                if (answer == Answer.TIMED_OUT) {
                    tool.getValue().clear();
                }
            }
        }
        return true;
    }

    /** How many were not made, for each tool that some are left of. */
    Map<String, Integer> left() {
        var left = new LinkedHashMap<String, Integer>();
        waiting.forEach(
                (tool, queue) -> {
                    if (!queue.isEmpty()) {
                        left.put(tool, queue.size());
                    }
                });
        return left;
    }

    private Duration pace(String tool) {
        return calls.paces().getOrDefault(tool, Duration.ZERO);
    }

    private Deque<ObjectNode> of(JsonNode schema, ObjectNode working, String description) {
        JsonNode properties = schema.path("properties");
        var said = new StringBuilder(description);
        properties.forEach(one -> said.append('\n').append(Json.text(one, "description")));
        var texts = new ArrayList<ObjectNode>();
        for (String text : Loaded.texts(said.toString())) {
            ObjectNode loaded = working.deepCopy();
            load(loaded, properties, text, 0);
            texts.add(loaded);
        }
        var others = new ArrayList<ObjectNode>();
        // Often a call that fails, and then one that works; less would be an attack.
        ObjectNode empty = working.deepCopy();
        load(empty, properties, "", 0);
        others.add(empty);
        properties
                .properties()
                .forEach(p -> others.addAll(known(working, p.getKey(), p.getValue())));
        properties
                .properties()
                .forEach(p -> others.addAll(choices(working, p.getKey(), p.getValue())));
        others.add(turned(working, properties));
        List<ObjectNode> alike = others(working, said.toString());
        var queue = new ArrayDeque<ObjectNode>();
        for (int i = 0; i < MOST_EACH; i++) {
            next(alike, i, working, queue);
            next(texts, i, working, queue);
            next(others, i, working, queue);
            if (i < SAME) {
                queue.add(working.deepCopy());
            }
        }
        return queue;
    }

    private static void next(
            List<ObjectNode> from, int number, ObjectNode working, Deque<ObjectNode> queue) {
        if (number < from.size()
                && queue.size() < MOST_EACH
                && !from.get(number).equals(working)
                && !queue.contains(from.get(number))) {
            queue.add(from.get(number));
        }
    }

    /** Puts the text wherever any text will do, also inside of lists and objects. */
    private void load(ObjectNode arguments, JsonNode properties, String text, int depth) {
        for (var property : properties.properties()) {
            String name = property.getKey();
            JsonNode schema = property.getValue();
            JsonNode value = arguments.path(name);
            JsonNode items = schema.path("items");
            if (plain(schema) && ByName.free(name, plausible)) {
                arguments.put(name, fitted(text, schema));
            } else if (value instanceof ObjectNode inside && depth < DEEPEST) {
                load(inside, schema.path("properties"), text, depth + 1);
            } else if (value instanceof ArrayNode list && !list.isEmpty() && depth < DEEPEST) {
                if (list.get(0) instanceof ObjectNode first) {
                    load(first, items.path("properties"), text, depth + 1);
                } else if (plain(items) && ByName.free(name, plausible)) {
                    list.set(0, fitted(text, items));
                }
            }
        }
    }

    private static boolean plain(JsonNode schema) {
        return Json.text(schema, "type").equals("string")
                && !schema.has("enum")
                && !schema.has("const")
                && !schema.has("pattern")
                && !schema.has("format");
    }

    private static String fitted(String text, JsonNode schema) {
        int most = (int) Math.clamp(schema.path("maxLength").asDouble(LARGE), 0, LARGE);
        return InterrogationLimits.cut(text, most);
    }

    /** Other files, addresses, people and places instead of the ones that worked. */
    private List<ObjectNode> others(ObjectNode working, String said) {
        var others = new ArrayList<ObjectNode>();
        for (int i = 0; i < OTHERS; i++) {
            ObjectNode other = working.deepCopy();
            for (String name : List.copyOf(working.propertyNames())) {
                boolean list = working.path(name).path(0).isString();
                String worked =
                        list ? working.path(name).path(0).asString() : Json.text(working, name);
                List<String> likes =
                        worked.isEmpty() ? List.of() : Alike.to(name, worked, said, plausible);
                if (i < likes.size() && list) {
                    other.putArray(name).add(likes.get(i));
                } else if (i < likes.size()) {
                    other.put(name, likes.get(i));
                }
            }
            others.add(other);
        }
        return others;
    }

    /** What the server's own README and code have for a parameter. */
    private List<ObjectNode> known(ObjectNode working, String name, JsonNode schema) {
        var others = new ArrayList<ObjectNode>();
        if (plain(schema)) {
            for (String value : plausible.documented().named(name)) {
                ObjectNode other = working.deepCopy();
                others.add(other.put(name, fitted(value, schema)));
            }
        }
        return others;
    }

    private static List<ObjectNode> choices(ObjectNode working, String name, JsonNode schema) {
        var others = new ArrayList<ObjectNode>();
        for (JsonNode choice : schema.path("enum")) {
            if (others.size() < CHOICES && !choice.equals(working.path(name))) {
                ObjectNode other = working.deepCopy();
                other.set(name, choice);
                others.add(other);
            }
        }
        return others;
    }

    /** Every switch the other way, and every number large. */
    private static ObjectNode turned(ObjectNode working, JsonNode properties) {
        ObjectNode turned = working.deepCopy();
        for (var property : properties.properties()) {
            JsonNode schema = property.getValue();
            String name = property.getKey();
            switch (Json.text(schema, "type")) {
                case "boolean" -> turned.put(name, !working.path(name).asBoolean(false));
                case "integer", "number" -> {
                    if (working.has(name)) {
                        double most = schema.path("maximum").asDouble(LARGE);
                        turned.put(name, (long) Math.min(most, LARGE));
                    }
                }
                default -> {}
            }
        }
        return turned;
    }
}
