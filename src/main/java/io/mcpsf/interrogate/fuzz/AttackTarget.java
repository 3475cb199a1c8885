package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.model.ProtocolObservation.Attacked;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One place in the arguments of a tool, a prompt or a resource that a hostile value can be put
 * into. {@code base} are arguments that it should accept, {@code steps} lead from there to the
 * place.
 */
final class AttackTarget {

    private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");
    private static final Pattern NO_LETTERS = Pattern.compile("[^A-Za-z]+");
    private static final Pattern SPACES = Pattern.compile(" +");

    private final Door door;
    private final String description;
    private final ObjectNode base;
    private final List<String> steps;
    private final JsonNode schema;
    private final String parameter;
    private final String key;
    private final Set<String> words;

    AttackTarget(
            Door door, String description, ObjectNode base, List<String> steps, JsonNode schema) {
        this.door = door;
        this.description = description;
        this.base = base;
        this.steps = List.copyOf(steps);
        this.schema = schema;
        this.parameter = parameter(this.steps);
        this.key = door.name() + "\0" + parameter;
        this.words =
                words(
                        this.steps.reversed().stream()
                                .filter(step -> !number(step))
                                .findFirst()
                                .orElse(""));
    }

    AttackTarget(
            String tool, String description, ObjectNode base, List<String> steps, JsonNode schema) {
        this(new Door.Tool(tool), description, base, steps, schema);
    }

    Door door() {
        return door;
    }

    String description() {
        return description;
    }

    ObjectNode base() {
        return base;
    }

    List<String> steps() {
        return steps;
    }

    JsonNode schema() {
        return schema;
    }

    /** The same in another place. */
    AttackTarget at(List<String> otherSteps) {
        return new AttackTarget(door, description, base, otherSteps, schema);
    }

    /** The same with what the schema says about it. */
    AttackTarget of(JsonNode otherSchema) {
        return new AttackTarget(this, otherSchema);
    }

    private AttackTarget(AttackTarget same, JsonNode schema) {
        this.door = same.door;
        this.description = same.description;
        this.base = same.base;
        this.steps = same.steps;
        this.schema = schema;
        this.parameter = same.parameter;
        this.key = same.key;
        this.words = same.words;
    }

    /** What it belongs to, by the name that evidence has for it. */
    String tool() {
        return door.name();
    }

    /** The parameters of a request with this value in the place. */
    ObjectNode params(JsonNode value) {
        return door.params(steps.isEmpty() ? base : with(value));
    }

    /** What is there in the plain arguments. */
    JsonNode plain() {
        JsonNode node = base;
        for (String step : steps) {
            node = node.isArray() ? node.path(Integer.parseInt(step)) : node.path(step);
        }
        return node;
    }

    boolean text() {
        return plain().isString();
    }

    /**
     * The same with a number as a text: many servers check no types and use what they are given.
     */
    AttackTarget asText() {
        JsonNode value = plain();
        return value.isNumber() && !closed()
                ? new AttackTarget(
                        door,
                        description,
                        with(StringNode.valueOf(value.asString())),
                        steps,
                        schema)
                : this;
    }

    /** The schema asks for a number here. */
    boolean numeric() {
        String type = Json.text(schema, "type");
        return type.equals("integer") || type.equals("number");
    }

    /** The schema names every value that it takes. */
    boolean closed() {
        return schema.has("enum") || schema.has("const");
    }

    /** The plain arguments with this value in the place. */
    ObjectNode with(JsonNode value) {
        ObjectNode copy = base.deepCopy();
        JsonNode node = copy;
        for (int i = 0; i < steps.size(); i++) {
            boolean last = i == steps.size() - 1;
            String step = steps.get(i);
            switch (node) {
                case ObjectNode object when last -> object.set(step, value);
                case ArrayNode array when last -> array.set(Integer.parseInt(step), value);
                case ObjectNode object -> node = object.path(step);
                case ArrayNode array -> node = array.path(Integer.parseInt(step));
                default -> throw new IllegalStateException("no way to " + parameter());
            }
        }
        return copy;
    }

    /** What is written down before this value is sent to the place. */
    Attacked evidence(int call, String family, JsonNode value, Mark mark) {
        String payload = value.isString() ? value.asString() : Json.text(value);
        boolean port =
                AttackLimits.cut(payload, AttackLimits.PORT)
                        .contains(Integer.toString(mark.port()));
        return new Attacked(
                call,
                family,
                AttackLimits.cut(tool(), AttackLimits.NAME),
                parameter,
                AttackLimits.cut(payload, AttackLimits.PAYLOAD),
                mark.nonce(),
                port ? mark.port() : 0);
    }

    /** {@code options.files[0]}. */
    String parameter() {
        return parameter;
    }

    private static String parameter(List<String> steps) {
        var name = new StringBuilder();
        for (String step : steps) {
            if (number(step)) {
                name.append('[').append(step).append(']');
            } else {
                name.append(name.isEmpty() ? "" : ".").append(step);
            }
        }
        return AttackLimits.cut(name.toString(), AttackLimits.NAME);
    }

    private static boolean number(String step) {
        return !step.isEmpty() && step.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** The words of the parameter's own name. */
    Set<String> words() {
        return words;
    }

    static Set<String> words(String hostile) {
        String humps = HUMP.matcher(AttackLimits.cut(hostile, 2_000)).replaceAll("$1 $2");
        String spaced = NO_LETTERS.matcher(humps).replaceAll(" ");
        return Set.copyOf(Arrays.asList(SPACES.split(spaced.toLowerCase(Locale.ROOT).strip())));
    }

    /** Words that the schema and the tool say about this place. */
    String said() {
        return AttackLimits.cut(
                tool() + " " + Json.text(schema, "description") + " " + description, 2_000);
    }

    String key() {
        return key;
    }
}
