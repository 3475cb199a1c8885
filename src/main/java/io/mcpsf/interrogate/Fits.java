package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Whether a value that we made is what a hostile schema asks for. It only chooses among our own
 * candidates, so what it does not know counts as fitting.
 */
final class Fits {

    private final References references;
    private final Fuel fuel;
    private int depth;

    Fits(References references, Fuel fuel) {
        this.references = references;
        this.fuel = fuel;
    }

    boolean fits(JsonNode schema, JsonNode value) {
        if (schema.isBoolean()) {
            return schema.asBoolean();
        }
        if (!schema.isObject() || depth >= InterrogationLimits.CHECK_DEPTH || !fuel.burn()) {
            return true;
        }
        depth++;
        boolean fitting = all(schema, value);
        depth--;
        return fitting;
    }

    private boolean all(JsonNode schema, JsonNode value) {
        String reference = Json.text(schema, "$ref");
        return (reference.isEmpty() || fits(references.target(reference), value))
                && typed(schema, value)
                && listed(schema, value)
                && (!value.isNumber() || number(schema, value))
                && (!value.isString() || text(schema, value.asString()))
                && (!value.isArray() || array(schema, value))
                && (!value.isObject() || object(schema, value))
                && combined(schema, value);
    }

    private boolean combined(JsonNode schema, JsonNode value) {
        for (JsonNode part : schema.path("allOf")) {
            if (!fits(part, value)) {
                return false;
            }
        }
        if (schema.path("anyOf").isArray() && count(schema.path("anyOf"), value) == 0) {
            return false;
        }
        if (schema.path("oneOf").isArray() && count(schema.path("oneOf"), value) != 1) {
            return false;
        }
        if (schema.has("not") && fits(schema.path("not"), value)) {
            return false;
        }
        if (!schema.has("if")) {
            return true;
        }
        return fits(schema.path(fits(schema.path("if"), value) ? "then" : "else"), value);
    }

    private int count(JsonNode alternatives, JsonNode value) {
        int fitting = 0;
        for (JsonNode alternative : alternatives) {
            fitting += fits(alternative, value) ? 1 : 0;
        }
        return fitting;
    }

    private static boolean typed(JsonNode schema, JsonNode value) {
        JsonNode type = schema.path("type");
        if (type.isString()) {
            return is(type.asString(), value);
        }
        for (JsonNode one : type) {
            if (is(one.asString(""), value)) {
                return true;
            }
        }
        return type.isEmpty();
    }

    private static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            case "number" -> value.isNumber();
            case "integer" ->
                    Numbers.decimal(value).map(n -> n.stripTrailingZeros().scale()).orElse(1) <= 0;
            default -> true;
        };
    }

    private static boolean listed(JsonNode schema, JsonNode value) {
        if (schema.has("const") && !same(schema.path("const"), value)) {
            return false;
        }
        for (JsonNode one : schema.path("enum")) {
            if (same(one, value)) {
                return true;
            }
        }
        return !schema.path("enum").isArray();
    }

    private static boolean same(JsonNode one, JsonNode other) {
        if (!one.isNumber() || !other.isNumber()) {
            return one.equals(other);
        }
        return Numbers.decimal(one)
                .flatMap(left -> Numbers.decimal(other).map(left::compareTo))
                .map(order -> order == 0)
                .orElseGet(() -> one.equals(other));
    }

    private static boolean number(JsonNode schema, JsonNode hostile) {
        Optional<BigDecimal> known = Numbers.decimal(hostile);
        if (known.isEmpty()) {
            return false;
        }
        BigDecimal value = known.get();
        int least = Numbers.flagged(schema, "exclusiveMinimum") ? 1 : 0;
        int most = Numbers.flagged(schema, "exclusiveMaximum") ? -1 : 0;
        return Numbers.bound(schema, "minimum").map(value::compareTo).orElse(1) >= least
                && Numbers.bound(schema, "maximum").map(value::compareTo).orElse(-1) <= most
                && Numbers.bound(schema, "exclusiveMinimum").map(value::compareTo).orElse(1) > 0
                && Numbers.bound(schema, "exclusiveMaximum").map(value::compareTo).orElse(-1) < 0
                && Numbers.bound(schema, "multipleOf")
                        .filter(step -> step.signum() > 0)
                        .map(step -> value.remainder(step).signum() == 0)
                        .orElse(true);
    }

    private static boolean text(JsonNode schema, String value) {
        int length = value.codePointCount(0, value.length());
        return length >= schema.path("minLength").asDouble(0)
                && length <= schema.path("maxLength").asDouble(Double.MAX_VALUE)
                && (!schema.path("pattern").isString()
                        || matches(schema.path("pattern").asString(), value));
    }

    private boolean array(JsonNode schema, JsonNode value) {
        JsonNode prefix = schema.path("prefixItems");
        JsonNode items = schema.path("items");
        if (items.isArray()) {
            prefix = items;
            items = schema.path("additionalItems");
        }
        for (int i = 0; i < value.size(); i++) {
            if (!fits(i < prefix.size() ? prefix.get(i) : items, value.get(i))) {
                return false;
            }
        }
        if (schema.path("uniqueItems").asBoolean(false)) {
            var seen = new HashSet<JsonNode>();
            for (JsonNode item : value) {
                if (!seen.add(item)) {
                    return false;
                }
            }
        }
        return value.size() >= schema.path("minItems").asDouble(0)
                && value.size() <= schema.path("maxItems").asDouble(Double.MAX_VALUE)
                && contains(schema, value);
    }

    private boolean contains(JsonNode schema, JsonNode value) {
        if (!schema.has("contains")) {
            return true;
        }
        int found = 0;
        for (JsonNode item : value) {
            found += fits(schema.path("contains"), item) ? 1 : 0;
        }
        return found >= schema.path("minContains").asDouble(1);
    }

    private boolean object(JsonNode schema, JsonNode value) {
        for (JsonNode name : schema.path("required")) {
            if (!value.has(name.asString(""))) {
                return false;
            }
        }
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            if (!member(schema, entry.getKey(), entry.getValue())) {
                return false;
            }
            for (JsonNode name : schema.path("dependentRequired").path(entry.getKey())) {
                if (!value.has(name.asString(""))) {
                    return false;
                }
            }
        }
        return value.size() >= schema.path("minProperties").asDouble(0)
                && value.size() <= schema.path("maxProperties").asDouble(Double.MAX_VALUE);
    }

    private boolean member(JsonNode schema, String name, JsonNode value) {
        boolean known = schema.path("properties").has(name);
        if (known && !fits(schema.path("properties").path(name), value)) {
            return false;
        }
        for (var pattern : schema.path("patternProperties").properties()) {
            if (matches(pattern.getKey(), name)) {
                known = true;
                if (!fits(pattern.getValue(), value)) {
                    return false;
                }
            }
        }
        JsonNode text = tools.jackson.databind.node.StringNode.valueOf(name);
        return (known || fits(schema.path("additionalProperties"), value))
                && fits(schema.path("propertyNames"), text);
    }

    /** Searches with a hostile expression in our own short text, in a bounded number of steps. */
    static boolean matches(String hostilePattern, String text) {
        if (hostilePattern.length() > InterrogationLimits.PATTERN) {
            return true;
        }
        try {
            return Pattern.compile(hostilePattern)
                    .matcher(new Counted(text, new Fuel(200_000)))
                    .find();
        } catch (PatternSyntaxException | StepsSpentException e) {
            return true;
        }
    }

    /** A text that can be looked at only so often: the end of any runaway backtracking. */
    private record Counted(CharSequence text, Fuel fuel) implements CharSequence {

        @Override
        public char charAt(int index) {
            if (!fuel.burn()) {
                throw new StepsSpentException();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Counted(text.subSequence(start, end), fuel);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    private static final class StepsSpentException extends RuntimeException {}
}
