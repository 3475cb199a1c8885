package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A schema with its references followed, its parts joined and one of its alternatives chosen: what
 * is left speaks of one value only. The first candidate takes the first alternatives, as people
 * write the common case first.
 */
final class Flattening {

    private final References references;
    private final RandomGenerator random;
    private final Fuel fuel;
    private final boolean first;

    Flattening(References references, RandomGenerator random, Fuel fuel, boolean first) {
        this.references = references;
        this.random = random;
        this.fuel = fuel;
        this.first = first;
    }

    ObjectNode of(JsonNode schema) {
        return of(schema, 0);
    }

    private ObjectNode of(JsonNode schema, int depth) {
        ObjectNode flat = Json.object();
        if (!schema.isObject() || depth > InterrogationLimits.DEPTH || !fuel.burn()) {
            return flat;
        }
        for (var entry : schema.properties()) {
            switch (entry.getKey()) {
                case "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else" -> {}
                default -> flat.set(entry.getKey(), entry.getValue());
            }
        }
        String reference = Json.text(schema, "$ref");
        if (!reference.isEmpty()) {
            Merge.into(flat, of(references.target(reference), depth + 1));
        }
        for (JsonNode part : schema.path("allOf")) {
            Merge.into(flat, of(part, depth + 1));
        }
        for (String choice : new String[] {"anyOf", "oneOf"}) {
            if (schema.path(choice).isArray() && !schema.path(choice).isEmpty()) {
                Merge.into(flat, of(chosen(schema.path(choice)), depth + 1));
            }
        }
        condition(schema, flat, depth);
        return flat;
    }

    private void condition(JsonNode schema, ObjectNode flat, int depth) {
        if (!schema.has("if")) {
            return;
        }
        if (!isFalse(schema.path("then")) && (first ? schema.has("then") : random.nextBoolean())) {
            Merge.into(flat, of(schema.path("if"), depth + 1));
            Merge.into(flat, of(schema.path("then"), depth + 1));
        } else {
            Merge.into(flat, of(schema.path("else"), depth + 1));
        }
    }

    private JsonNode chosen(JsonNode alternatives) {
        List<JsonNode> useful = new ArrayList<>();
        for (JsonNode alternative : alternatives) {
            if (!Json.text(alternative, "type").equals("null") && !isFalse(alternative)) {
                useful.add(alternative);
            }
        }
        if (useful.isEmpty()) {
            return alternatives.get(0);
        }
        return useful.get(first ? 0 : random.nextInt(useful.size()));
    }

    private static boolean isFalse(JsonNode schema) {
        return schema.isBoolean() && !schema.asBoolean();
    }
}
