package io.mcpsf.exec.tools;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The types of a JSON schema in words of a language; what cannot be told is any. */
final class SchemaTypes {

    private static final int DEEPEST = 4;
    private static final int MOST = 40;
    private static final int LONGEST = 4_000;

    private SchemaTypes() {}

    static String python(JsonNode hostileSchema) {
        String type = python(hostileSchema, 0);
        return type.length() > LONGEST ? "Any" : type;
    }

    static String typescript(JsonNode hostileSchema) {
        String type = typescript(hostileSchema, 0);
        return type.length() > LONGEST ? "unknown" : type;
    }

    private static String python(JsonNode schema, int depth) {
        if (depth > DEEPEST) {
            return "Any";
        }
        List<String> choices = choices(schema);
        if (!choices.isEmpty()) {
            return "Literal[%s]".formatted(String.join(", ", choices));
        }
        var types = new LinkedHashSet<String>();
        for (JsonNode each : alternatives(schema)) {
            types.add(
                    switch (kind(each)) {
                        case "string" -> "str";
                        case "integer" -> "int";
                        case "number" -> "float";
                        case "boolean" -> "bool";
                        case "null" -> "None";
                        case "array" -> "list[%s]".formatted(python(each.path("items"), depth + 1));
                        case "object" -> "dict[str, Any]";
                        case "union" -> python(each, depth + 1);
                        default -> "Any";
                    });
        }
        return types.contains("Any") ? "Any" : String.join(" | ", types);
    }

    private static String typescript(JsonNode schema, int depth) {
        if (depth > DEEPEST) {
            return "unknown";
        }
        List<String> choices = choices(schema);
        if (!choices.isEmpty()) {
            return String.join(" | ", choices);
        }
        var types = new LinkedHashSet<String>();
        for (JsonNode each : alternatives(schema)) {
            types.add(
                    switch (kind(each)) {
                        case "string" -> "string";
                        case "integer", "number" -> "number";
                        case "boolean" -> "boolean";
                        case "null" -> "null";
                        case "array" ->
                                "Array<%s>".formatted(typescript(each.path("items"), depth + 1));
                        case "object" -> object(each, depth);
                        case "union" -> typescript(each, depth + 1);
                        default -> "unknown";
                    });
        }
        return types.contains("unknown") ? "unknown" : String.join(" | ", types);
    }

    private static String object(JsonNode schema, int depth) {
        if (schema.path("properties").isEmpty() || schema.path("properties").size() > MOST) {
            return "Record<string, unknown>";
        }
        Set<String> required = new LinkedHashSet<>();
        schema.path("required").forEach(name -> required.add(name.asString("")));
        var members = new ArrayList<String>();
        for (var property : schema.path("properties").properties()) {
            members.add(
                    "%s%s: %s"
                            .formatted(
                                    ToolSignature.literal(property.getKey()),
                                    required.contains(property.getKey()) ? "" : "?",
                                    typescript(property.getValue(), depth + 1)));
        }
        return "{ " + String.join("; ", members) + " }";
    }

    /** Texts that alone are allowed, as literals; empty unless all of them are short texts. */
    private static List<String> choices(JsonNode schema) {
        var choices = new LinkedHashSet<String>();
        for (JsonNode one : schema.path("enum")) {
            if (!one.isString() || one.asString().length() > 100 || choices.size() >= MOST) {
                return List.of();
            }
            choices.add(ToolSignature.literal(one.asString()));
        }
        return List.copyOf(choices);
    }

    private static List<JsonNode> alternatives(JsonNode schema) {
        var all = new ArrayList<JsonNode>();
        for (String union : List.of("anyOf", "oneOf")) {
            schema.path(union).forEach(all::add);
        }
        if (all.isEmpty() && schema.path("type").isArray()) {
            for (JsonNode type : schema.path("type")) {
                all.add(Json.object().put("type", type.asString("")));
            }
        }
        if (all.isEmpty()) {
            return List.of(schema);
        }
        return all.size() > MOST ? List.of(Json.object()) : all;
    }

    private static String kind(JsonNode schema) {
        boolean union = !schema.path("anyOf").isEmpty() || !schema.path("oneOf").isEmpty();
        if (union || schema.path("type").isArray() || !choices(schema).isEmpty()) {
            return "union";
        }
        String type = Json.text(schema, "type");
        return type.isEmpty() && schema.has("properties") ? "object" : type;
    }
}
