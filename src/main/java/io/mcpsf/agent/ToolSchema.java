package io.mcpsf.agent;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments of a tool: declared once, for its schema and for the check of what comes. */
final class ToolSchema {

    private final Map<String, ObjectNode> members = new LinkedHashMap<>();
    private final List<String> required;

    ToolSchema(String... required) {
        this.required = List.of(required);
    }

    ToolSchema text(String name, String description, int longest) {
        members.put(
                name,
                Json.object()
                        .put("type", "string")
                        .put("description", description)
                        .put("minLength", 1)
                        .put("maxLength", longest));
        return this;
    }

    ToolSchema choice(String name, String description, List<String> words) {
        ObjectNode member = Json.object().put("type", "string").put("description", description);
        words.forEach(member.putArray("enum")::add);
        members.put(name, member);
        return this;
    }

    ToolSchema number(String name, String description, int least, int most) {
        members.put(
                name,
                Json.object()
                        .put("type", "integer")
                        .put("description", description)
                        .put("minimum", least)
                        .put("maximum", most));
        return this;
    }

    ObjectNode schema() {
        ObjectNode schema = Json.object().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        members.forEach(properties::set);
        ArrayNode names = schema.putArray("required");
        required.forEach(names::add);
        return schema.put("additionalProperties", false);
    }

    /** Throws when something is missing, unknown or of another form. */
    void check(JsonNode given) {
        if (!given.isObject() && !given.isMissingNode() && !given.isNull()) {
            throw new BadArgumentException("arguments must be an object");
        }
        for (String name : required) {
            if (!given.has(name)) {
                throw new BadArgumentException("missing argument: " + name);
            }
        }
        for (Map.Entry<String, JsonNode> member : given.properties()) {
            ObjectNode form = members.get(member.getKey());
            if (form == null) {
                throw new BadArgumentException(
                        "unknown argument; there are " + String.join(", ", members.keySet()));
            }
            check(member.getKey(), member.getValue(), form);
        }
    }

    private static void check(String name, JsonNode value, ObjectNode form) {
        boolean fits =
                form.path("type").asString("").equals("integer")
                        ? value.isIntegralNumber()
                                && value.asLong() >= form.path("minimum").asLong()
                                && value.asLong() <= form.path("maximum").asLong()
                        : value.isString()
                                && !value.asString().isEmpty()
                                && value.asString().length()
                                        <= form.path("maxLength").asInt(Integer.MAX_VALUE)
                                && (!form.has("enum") || contains(form.path("enum"), value));
        if (!fits) {
            throw new BadArgumentException("argument " + name + " does not fit its schema");
        }
    }

    private static boolean contains(JsonNode words, JsonNode value) {
        for (JsonNode word : words) {
            if (word.equals(value)) {
                return true;
            }
        }
        return false;
    }

    /** A tool in the words of the protocol. */
    ObjectNode tool(String name, String title, String description, Effect effect) {
        ObjectNode tool =
                Json.object().put("name", name).put("title", title).put("description", description);
        tool.set("inputSchema", schema());
        tool.putObject("annotations")
                .put("readOnlyHint", effect == Effect.READS)
                .put("destructiveHint", effect == Effect.CHANGES_FILES)
                .put("openWorldHint", effect == Effect.MEETS_STRANGERS);
        return tool;
    }

    /** What a tool does to the world, as its annotations say. */
    enum Effect {
        READS,
        MEETS_STRANGERS,
        CHANGES_FILES
    }
}
