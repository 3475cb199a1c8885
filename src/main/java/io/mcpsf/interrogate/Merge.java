package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashSet;
import java.util.Set;

/** Two schemas as one that asks for both, as far as that can be said in one. */
final class Merge {

    private Merge() {}

    /** Changes the first; only what is shared is combined, everything else is taken over. */
    static void into(ObjectNode schema, JsonNode more) {
        for (var entry : more.properties()) {
            String key = entry.getKey();
            JsonNode theirs = entry.getValue();
            JsonNode ours = schema.get(key);
            schema.set(key, ours == null ? theirs : both(key, ours, theirs));
        }
    }

    private static JsonNode both(String key, JsonNode ours, JsonNode theirs) {
        return switch (key) {
            case "properties", "patternProperties", "$defs", "definitions" -> members(ours, theirs);
            case "required" -> union(ours, theirs);
            case "enum" -> common(ours, theirs);
            case "type" -> types(ours, theirs);
            case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties" ->
                    ours.asDouble(0) >= theirs.asDouble(0) ? ours : theirs;
            case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties" ->
                    ours.asDouble(0) <= theirs.asDouble(0) ? ours : theirs;
            case "allOf" -> union(ours, theirs);
            case "anyOf", "oneOf", "not", "if", "then", "else" -> theirs;
            default -> ours;
        };
    }

    private static JsonNode members(JsonNode ours, JsonNode theirs) {
        ObjectNode result = Json.object();
        Merge.copy(result, ours);
        for (var entry : theirs.properties()) {
            JsonNode known = result.get(entry.getKey());
            if (known instanceof ObjectNode object && entry.getValue().isObject()) {
                ObjectNode merged = object.deepCopy();
                into(merged, entry.getValue());
                result.set(entry.getKey(), merged);
            } else {
                result.set(entry.getKey(), entry.getValue());
            }
        }
        return result;
    }

    static void copy(ObjectNode to, JsonNode from) {
        for (var entry : from.properties()) {
            to.set(entry.getKey(), entry.getValue());
        }
    }

    private static JsonNode union(JsonNode ours, JsonNode theirs) {
        Set<JsonNode> all = new LinkedHashSet<>();
        ours.forEach(all::add);
        theirs.forEach(all::add);
        return array(all);
    }

    private static JsonNode common(JsonNode ours, JsonNode theirs) {
        Set<JsonNode> all = new LinkedHashSet<>();
        ours.forEach(all::add);
        Set<JsonNode> other = new LinkedHashSet<>();
        theirs.forEach(other::add);
        all.retainAll(other);
        return array(all);
    }

    private static JsonNode types(JsonNode ours, JsonNode theirs) {
        Set<JsonNode> left = new LinkedHashSet<>();
        names(ours).forEach(left::add);
        Set<JsonNode> right = new LinkedHashSet<>();
        names(theirs).forEach(right::add);
        boolean integer =
                left.stream().anyMatch(t -> t.asString("").equals("integer"))
                        != right.stream().anyMatch(t -> t.asString("").equals("integer"));
        left.retainAll(right);
        if (left.isEmpty()) {
            // A number and an integer meet in the integer; anything else can't be met at all.
            return integer && names(ours).get(0).asString("").equals("integer") ? ours : theirs;
        }
        return left.size() == 1 ? left.iterator().next() : array(left);
    }

    private static ArrayNode names(JsonNode type) {
        return type instanceof ArrayNode list && !list.isEmpty() ? list : Json.array().add(type);
    }

    private static ArrayNode array(Set<JsonNode> nodes) {
        ArrayNode array = Json.array();
        nodes.forEach(array::add);
        return array;
    }
}
