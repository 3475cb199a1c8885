package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Makes one candidate for a schema. The first candidate is the plainest, later ones vary. */
final class Values {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> TYPES =
            List.of("string", "integer", "boolean", "object", "array", "null", "number");

    private final Arguments.Fill fill;
    private final RandomGenerator random;
    private final Fuel fuel = new Fuel(InterrogationLimits.STEPS);
    private final boolean first;
    private final Flattening flattening;
    private final Texts texts;
    private final Numbers numbers;

    Values(
            References references,
            Arguments.Fill fill,
            Plausible plausible,
            RandomGenerator random,
            boolean first) {
        this.fill = fill;
        this.random = random;
        this.first = first;
        this.flattening = new Flattening(references, random, fuel, first);
        this.texts = new Texts(plausible, random, first);
        this.numbers = new Numbers(plausible, random, first);
    }

    JsonNode make(JsonNode schema, String name, int depth) {
        ObjectNode flat = flattening.of(schema);
        if (flat.has("const")) {
            return flat.path("const");
        }
        JsonNode choices = flat.path("enum");
        if (choices.isArray() && !choices.isEmpty()) {
            return choices.get(first ? 0 : random.nextInt(choices.size()));
        }
        if (first && flat.path("examples").isArray() && !flat.path("examples").isEmpty()) {
            return flat.path("examples").get(0);
        }
        if (first && flat.has("default") && !flat.path("default").isNull()) {
            return flat.path("default");
        }
        return switch (type(flat)) {
            case "object" -> object(flat, depth);
            case "array" -> array(flat, name, depth);
            case "integer" -> numbers.make(flat, name, true);
            case "number" -> numbers.make(flat, name, false);
            case "boolean" -> NODES.booleanNode(!first && random.nextBoolean());
            case "null" -> NODES.nullNode();
            default -> NODES.stringNode(texts.make(flat, name));
        };
    }

    private String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        if (type.isString()) {
            return type.asString();
        }
        List<String> offered = new ArrayList<>();
        for (JsonNode one : type) {
            if (!one.asString("").equals("null") || type.size() == 1) {
                offered.add(one.asString(""));
            }
        }
        if (!offered.isEmpty()) {
            return offered.get(first ? 0 : random.nextInt(offered.size()));
        }
        return implied(schema);
    }

    private String implied(JsonNode schema) {
        if (any(schema, "properties", "required", "additionalProperties", "patternProperties")
                || any(schema, "minProperties", "propertyNames")) {
            return "object";
        }
        if (any(schema, "items", "prefixItems", "minItems", "contains", "uniqueItems")) {
            return "array";
        }
        if (any(
                schema,
                "minimum",
                "maximum",
                "multipleOf",
                "exclusiveMinimum",
                "exclusiveMaximum")) {
            return "number";
        }
        return first || schema.isEmpty() ? "string" : TYPES.get(random.nextInt(TYPES.size()));
    }

    private ObjectNode object(JsonNode schema, int depth) {
        ObjectNode object = Json.object();
        JsonNode properties = schema.path("properties");
        for (String name : names(schema, depth)) {
            if (object.size() >= InterrogationLimits.ELEMENTS || !fuel.burn()) {
                break;
            }
            JsonNode member =
                    properties.has(name) ? properties.path(name) : undeclared(schema, name);
            boolean needed = required(schema).contains(name);
            // A recursive schema ends where nothing forces it on.
            if (depth < InterrogationLimits.DEPTH && (needed || !isFalse(member))) {
                object.set(name, make(member, name, depth + 1));
            }
        }
        fillUp(schema, object, depth);
        return object;
    }

    private Set<String> names(JsonNode schema, int depth) {
        Set<String> names = new LinkedHashSet<>(required(schema));
        if (fill == Arguments.Fill.ALL && depth < InterrogationLimits.DEPTH / 2) {
            schema.path("properties").properties().forEach(entry -> names.add(entry.getKey()));
        }
        for (String name : List.copyOf(names)) {
            for (JsonNode other : schema.path("dependentRequired").path(name)) {
                names.add(other.asString(""));
            }
        }
        double most = schema.path("maxProperties").asDouble(InterrogationLimits.ELEMENTS);
        return names.size() > most ? required(schema) : names;
    }

    private static Set<String> required(JsonNode schema) {
        Set<String> names = new LinkedHashSet<>();
        for (JsonNode name : schema.path("required")) {
            if (name.isString()) {
                names.add(name.asString());
            }
        }
        return names;
    }

    private static JsonNode undeclared(JsonNode schema, String name) {
        for (var pattern : schema.path("patternProperties").properties()) {
            if (Fits.matches(pattern.getKey(), name)) {
                return pattern.getValue();
            }
        }
        return schema.path("additionalProperties");
    }

    /** Members beyond the named ones, when a minimum or the wish for everything asks for them. */
    private void fillUp(JsonNode schema, ObjectNode object, int depth) {
        double least =
                Math.min(schema.path("minProperties").asDouble(0), InterrogationLimits.ELEMENTS);
        for (var entry : schema.path("properties").properties()) {
            if (object.size() < least
                    && !object.has(entry.getKey())
                    && depth < InterrogationLimits.DEPTH) {
                object.set(entry.getKey(), make(entry.getValue(), entry.getKey(), depth + 1));
            }
        }
        for (int i = 1;
                object.size() < least && i <= InterrogationLimits.ELEMENTS * 2 && fuel.burn();
                i++) {
            String name = invented(schema, i);
            if (!object.has(name) && depth < InterrogationLimits.DEPTH) {
                object.set(name, make(undeclared(schema, name), name, depth + 1));
            }
        }
    }

    private String invented(JsonNode schema, int number) {
        for (var pattern : schema.path("patternProperties").properties()) {
            return PatternText.of(pattern.getKey(), random, 1 + number / 2);
        }
        JsonNode names = schema.path("propertyNames");
        return names.isObject() && !names.isEmpty()
                ? make(names, "", InterrogationLimits.DEPTH).asString("extra" + number)
                : "extra" + number;
    }

    private ArrayNode array(JsonNode schema, String name, int depth) {
        ArrayNode array = Json.array();
        JsonNode items = schema.path("items");
        JsonNode prefix = items.isArray() ? items : schema.path("prefixItems");
        JsonNode rest = items.isArray() ? schema.path("additionalItems") : items;
        int most =
                (int)
                        Math.min(
                                schema.path("maxItems").asDouble(InterrogationLimits.ELEMENTS),
                                InterrogationLimits.ELEMENTS);
        int least = (int) Math.min(schema.path("minItems").asDouble(0), most);
        boolean willing =
                depth < InterrogationLimits.DEPTH / 2 && !isFalse(rest) && !rest.isMissingNode();
        int wanted = Math.max(least, Math.min(most, Math.max(prefix.size(), willing ? 1 : 0)));
        boolean unique = schema.path("uniqueItems").asBoolean(false);
        var seen = new LinkedHashSet<JsonNode>();
        if (schema.has("contains") && depth < InterrogationLimits.DEPTH) {
            wanted = Math.max(wanted, (int) schema.path("minContains").asDouble(1));
        }
        for (int i = 0; array.size() < wanted && i < wanted * 8 && fuel.burn(); i++) {
            int at = array.size();
            JsonNode item = at < prefix.size() ? prefix.get(at) : rest;
            if (at >= prefix.size() && schema.has("contains")) {
                item = schema.path("contains");
            }
            JsonNode element =
                    depth < InterrogationLimits.DEPTH
                            ? make(item, name, depth + 1)
                            : NODES.nullNode();
            if (unique && !seen.add(element)) {
                // Chance had its turns; now a neighbour of the value.
                JsonNode neighbour = other(element, i);
                if (i > wanted * 4 && seen.add(neighbour)) {
                    array.add(neighbour);
                }
            } else {
                array.add(element);
            }
        }
        return array;
    }

    /** A neighbour of a value, for arrays whose elements must differ. */
    private static JsonNode other(JsonNode element, int number) {
        if (element.isString()) {
            return NODES.stringNode(element.asString() + number);
        }
        return element.isIntegralNumber() ? NODES.numberNode(element.asLong() + number) : element;
    }

    private static boolean isFalse(JsonNode schema) {
        return schema.isBoolean() && !schema.asBoolean();
    }

    private static boolean any(JsonNode schema, String... keywords) {
        for (String keyword : keywords) {
            if (schema.has(keyword)) {
                return true;
            }
        }
        return false;
    }
}
