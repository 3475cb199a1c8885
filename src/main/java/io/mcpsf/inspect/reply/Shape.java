package io.mcpsf.inspect.reply;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A part of an answer, as far as the code that reads it tells: members, lists, numbers, texts. */
final class Shape {

    private static final int MOST_MEMBERS = 60;
    private static final int DEEPEST = 7;
    private static final int ELEMENTS = 2;

    /** What a client takes as bad news, and what every object of a language has. */
    private static final Pattern NEVER =
            Pattern.compile(
                    "(?i)_*(proto|constructor|prototype)_*|.*(error|exception|fail|fault).*|err|code"
                        + "|detail|reason|then|catch|json|text|headers|response|default"
                            // There is no second page.
                            + "|next|next_?(page|link|url|cursor|token|start).*|cursor|has_?(more|next).*"
                            + "|.*continuation.*");

    private static final Pattern NUMBERS =
            Pattern.compile(
                    "(?i).*(count|number|total|size|score|stars|price|amount|rate|lat|lon|latitude"
                        + "|longitude|width|height|percent|_age|_page|limit|offset|year|downloads|views|likes)");

    /** Names of many things. */
    private static final Pattern MANY = Pattern.compile("[a-z_]{3,}[^su]s|data|list|array");

    /** Names of many words; many of anything else are things with a name of their own. */
    private static final Pattern WORDS =
            Pattern.compile(
                    "(?i)|.*(tags|labels|keywords|names|lines|words|ids|urls|links|paths|values|texts"
                        + "|strings|topics|categories|languages|types|columns|symbols)");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** What code does with a part. */
    enum Use {
        UNKNOWN,
        TEXT,
        NUMBER,
        LIST,
        TABLE,
        OBJECT
    }

    private final Map<String, Shape> members = new LinkedHashMap<>();
    private Use use = Use.UNKNOWN;
    private Optional<JsonNode> value = Optional.empty();
    private Optional<Shape> element = Optional.empty();

    /** The part of this name, or one that leads nowhere. */
    Shape member(String hostileName) {
        if (NEVER.matcher(hostileName).matches()
                || (members.size() >= MOST_MEMBERS && !members.containsKey(hostileName))) {
            return new Shape();
        }
        return members.computeIfAbsent(hostileName, _ -> new Shape());
    }

    /** Each part of what is a list. */
    Shape element() {
        use(Use.LIST);
        if (element.isEmpty()) {
            element = Optional.of(new Shape());
        }
        return element.get();
    }

    /** The first use that is seen counts. */
    void use(Use seen) {
        if (use == Use.UNKNOWN) {
            use = seen;
        }
    }

    /** What it is compared with. */
    void compared(String hostileText) {
        use(Use.TEXT);
        if (value.isEmpty()) {
            value = Optional.of(NODES.stringNode(hostileText));
        }
    }

    void compared(long number) {
        use(Use.NUMBER);
        if (value.isEmpty()) {
            value = Optional.of(NODES.numberNode(Math.max(42, Math.min(number, 1 << 20) + 1)));
        }
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    boolean list() {
        return use == Use.LIST;
    }

    boolean empty() {
        return members.isEmpty() && use == Use.UNKNOWN;
    }

    void merge(Shape other) {
        merge(other, 0);
    }

    private void merge(Shape other, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        use(other.use);
        if (value.isEmpty()) {
            value = other.value;
        }
        other.members.forEach((name, shape) -> member(name).merge(shape, depth + 1));
        if (use == Use.LIST) {
            other.element.ifPresent(shape -> element().merge(shape, depth + 1));
        }
    }

    /** An answer of this shape. */
    JsonNode json() {
        return json("", 0);
    }

    private JsonNode json(String name, int depth) {
        if (use == Use.LIST) {
            ArrayNode list = Json.array();
            for (int i = 0; i < ELEMENTS; i++) {
                list.add(
                        element.isPresent() && depth < DEEPEST
                                ? element.get().json(one(name), depth + 1)
                                : something(name));
            }
            return list;
        }
        if (!members.isEmpty()) {
            ObjectNode object = Json.object();
            if (depth < DEEPEST) {
                members.forEach((each, shape) -> object.set(each, shape.json(each, depth + 1)));
            }
            return object;
        }
        return switch (use) {
            case TABLE -> Json.object().put("first", 2).put("second", 3);
            case OBJECT -> Json.object().put("id", "1042").put("name", "example");
            case NUMBER -> value.orElse(NODES.numberNode(42));
            default -> value.orElseGet(() -> named(name));
        };
    }

    private JsonNode named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (use == Use.UNKNOWN && NUMBERS.matcher(lower).matches()) {
            return NODES.numberNode(42);
        }
        if (use == Use.UNKNOWN && lower.matches("(is|has|can)[_A-Z].*|.*(enabled|active|valid)")) {
            return NODES.booleanNode(true);
        }
        if (use == Use.UNKNOWN && MANY.matcher(lower).matches()) {
            // Handed on as a whole, and gone through elsewhere.
            return Json.array().add(thing());
        }
        if (lower.matches(".*(url|uri|href|link)")) {
            return NODES.stringNode("https://news.site.example/about");
        }
        if (lower.matches(".*(date|time|timestamp|_at|published|updated|created)")) {
            return NODES.stringNode("2026-03-14T09:26:00Z");
        }
        if (lower.matches(".*version.*")) {
            return NODES.stringNode("1.4.2");
        }
        return NODES.stringNode(lower.equals("id") || lower.endsWith("_id") ? "1042" : "example");
    }

    /** One of many of which nothing else is known. */
    private static JsonNode something(String many) {
        return WORDS.matcher(many).matches() ? NODES.stringNode("example") : thing();
    }

    private static ObjectNode thing() {
        return Json.object()
                .put("id", "1042")
                .put("name", "example")
                .put("title", "Example")
                .put("url", "https://news.site.example/about");
    }

    private static String one(String many) {
        return many.endsWith("s") ? many.substring(0, many.length() - 1) : many;
    }
}
