package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.Arguments;
import io.mcpsf.interrogate.Plausible;
import io.mcpsf.json.Json;
import io.mcpsf.model.ProtocolObservation.Answer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Finds the places of a tool that hostile values can be put into, and plain arguments for them. */
final class TargetFinder {

    private final AttackSender sender;
    private final RandomGenerator random;
    private final Plausible plausible;
    private final List<String> names;
    private final Map<String, ObjectNode> working;

    TargetFinder(
            AttackSender sender,
            RandomGenerator random,
            Attack.Surroundings surroundings,
            Map<String, ObjectNode> working) {
        this.working = working;
        this.sender = sender;
        this.random = random;
        this.plausible = surroundings.plausible();
        this.names = surroundings.names();
    }

    /** Of a tool that is known to answer, late: its places without trying it first. */
    List<AttackTarget> assumed(JsonNode tool) {
        JsonNode schema = tool.path("inputSchema");
        return leaves(
                Json.text(tool, "name"),
                AttackLimits.cut(Json.text(tool, "description"), 4_000),
                schema,
                base(Json.text(tool, "name"), schema),
                made(schema, Arguments.Fill.ALL));
    }

    /** Empty when even a plain call gets no answer. */
    List<AttackTarget> of(JsonNode tool) throws InterruptedException {
        String name = Json.text(tool, "name");
        String description = AttackLimits.cut(Json.text(tool, "description"), 4_000);
        JsonNode schema = tool.path("inputSchema");
        if (schema.path("properties").isEmpty() && !combined(schema)) {
            schema = new Guessing(sender, names).schema(name, description);
        }
        ObjectNode base = base(name, schema);
        Optional<AttackSender.InFlight> first =
                sender.sendPlain(new AttackTarget(name, description, base, List.of(), schema));
        // Made while it is under way.
        ObjectNode all = made(schema, Arguments.Fill.ALL);
        List<AttackTarget> places = leaves(name, description, schema, base, all);
        Optional<AttackResult> plain = first.isEmpty() ? Optional.empty() : completed(first.get());
        if (failed(plain) && !all.equals(base)) {
            Optional<AttackResult> fuller =
                    sender.plain(new AttackTarget(name, description, all, List.of(), schema));
            if (!failed(fuller)) {
                places = leaves(name, description, schema, all, all);
                plain = fuller;
            }
        }
        if (plain.isEmpty() || !plain.get().answered()) {
            return List.of();
        }
        sender.tools().pace(name, plain.get().millis());
        return places;
    }

    private Optional<AttackResult> completed(AttackSender.InFlight inFlight)
            throws InterruptedException {
        return Optional.of(sender.await(inFlight).result());
    }

    private static boolean failed(Optional<AttackResult> result) {
        return result.isEmpty() || result.get().answer() != Answer.RESULT;
    }

    private static boolean combined(JsonNode schema) {
        return schema.has("anyOf")
                || schema.has("oneOf")
                || schema.has("allOf")
                || schema.has("$ref");
    }

    /** What the tool did its work with, so that the rest of it is out of a guard's way. */
    private ObjectNode base(String tool, JsonNode schema) {
        return Optional.ofNullable(working.get(tool))
                .filter(known -> whole(known, schema))
                .map(ObjectNode::deepCopy)
                .orElseGet(() -> made(schema, Arguments.Fill.REQUIRED));
    }

    private static boolean whole(ObjectNode arguments, JsonNode schema) {
        for (JsonNode name : schema.path("required")) {
            if (!arguments.has(name.asString(""))) {
                return false;
            }
        }
        return true;
    }

    private ObjectNode made(JsonNode schema, Arguments.Fill fill) {
        return Arguments.valid(schema, random, plausible, fill) instanceof ObjectNode object
                ? object
                : Json.object();
    }

    /** Every place below these arguments, and below what the schema allows besides. */
    static List<AttackTarget> leaves(
            String tool, String description, JsonNode schema, ObjectNode base, ObjectNode all) {
        Map<String, AttackTarget> found = new LinkedHashMap<>();
        for (var entry : all.properties()) {
            ObjectNode around = base;
            if (!base.has(entry.getKey())) {
                around = base.deepCopy();
                around.set(entry.getKey(), entry.getValue());
            }
            var place =
                    new AttackTarget(tool, description, around, List.of(entry.getKey()), schema);
            walk(place, schema, found, 0);
        }
        for (var entry : base.properties()) {
            walk(
                    new AttackTarget(tool, description, base, List.of(entry.getKey()), schema),
                    schema,
                    found,
                    0);
        }
        // What may stand in a container that is there anyway.
        for (var entry : all.properties()) {
            if (base.has(entry.getKey()) && entry.getValue().isContainer()) {
                ObjectNode around = base.deepCopy();
                around.set(entry.getKey(), filled(base.path(entry.getKey()), entry.getValue()));
                walk(
                        new AttackTarget(
                                tool, description, around, List.of(entry.getKey()), schema),
                        schema,
                        found,
                        0);
            }
        }
        return List.copyOf(found.values());
    }

    /** A value with the members and the first element that only the fuller one has. */
    private static JsonNode filled(JsonNode value, JsonNode fuller) {
        if (value instanceof ObjectNode object && fuller.isObject()) {
            ObjectNode both = object.deepCopy();
            for (var member : fuller.properties()) {
                both.set(
                        member.getKey(),
                        both.has(member.getKey())
                                ? filled(both.path(member.getKey()), member.getValue())
                                : member.getValue());
            }
            return both;
        }
        if (value instanceof ArrayNode array && fuller.isArray() && !fuller.isEmpty()) {
            ArrayNode both = array.deepCopy();
            if (both.isEmpty()) {
                both.add(fuller.get(0));
            } else {
                both.set(0, filled(both.get(0), fuller.get(0)));
            }
            return both;
        }
        return value;
    }

    private static void walk(
            AttackTarget at, JsonNode root, Map<String, AttackTarget> found, int depth) {
        if (found.size() >= AttackLimits.TARGETS || depth > 6) {
            return;
        }
        JsonNode schema = schema(root, at.steps());
        AttackTarget target = at.of(schema);
        JsonNode value = target.plain();
        if (!value.isContainer()) {
            found.putIfAbsent(target.parameter(), target.asText());
            alternative(target, found);
            return;
        }
        // An object as a whole is a place, too: for values that are no text.
        found.putIfAbsent(target.parameter(), target);
        if (value.isObject()) {
            for (var entry : value.properties()) {
                walk(below(target, entry.getKey()), root, found, depth + 1);
            }
        } else if (!value.isEmpty()) {
            walk(below(target, "0"), root, found, depth + 1);
        }
    }

    /** A place that takes a text as well as what was made for it is tried with a text. */
    private static void alternative(AttackTarget target, Map<String, AttackTarget> found) {
        for (String choice : new String[] {"anyOf", "oneOf"}) {
            for (JsonNode one : target.schema().path(choice)) {
                if (!target.plain().isString() && Json.text(one, "type").equals("string")) {
                    ObjectNode base = target.with(StringNode.valueOf("example"));
                    found.put(
                            target.parameter(),
                            new AttackTarget(
                                    target.tool(),
                                    target.description(),
                                    base,
                                    target.steps(),
                                    one));
                }
            }
        }
    }

    private static AttackTarget below(AttackTarget target, String step) {
        var steps = new ArrayList<>(target.steps());
        steps.add(step);
        return target.at(steps);
    }

    /** What the schema says about a place; an empty object where that is not easily found. */
    private static JsonNode schema(JsonNode root, List<String> steps) {
        JsonNode node = root;
        for (String step : steps) {
            node = followed(root, node);
            JsonNode next =
                    step.matches("[0-9]+")
                            ? node.path("items")
                            : node.path("properties").path(step);
            if (next.isMissingNode()) {
                next = inside(root, node, step);
            }
            node = next;
        }
        return node.isObject() ? followed(root, node) : Json.object();
    }

    private static JsonNode inside(JsonNode root, JsonNode node, String step) {
        for (String choice : new String[] {"anyOf", "oneOf", "allOf"}) {
            for (JsonNode one : node.path(choice)) {
                JsonNode found = followed(root, one).path("properties").path(step);
                if (found.isObject()) {
                    return found;
                }
            }
        }
        return Json.object();
    }

    private static JsonNode followed(JsonNode root, JsonNode node) {
        String reference = Json.text(node, "$ref");
        if (!reference.startsWith("#/") || reference.length() > 500) {
            return node;
        }
        JsonNode found = root.at(reference.substring(1));
        return found.isObject() ? found : node;
    }
}
