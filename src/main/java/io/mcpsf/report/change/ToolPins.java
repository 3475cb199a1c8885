package io.mcpsf.report.change;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.ProtocolObservation.ToolListed;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** The definitions of a server's tools, each named by a digest over all that a model reads. */
final class ToolPins {

    /**
     * The words of the server itself are pinned beside its tools, under a name no tool can have.
     */
    static final String INSTRUCTIONS = "(instructions)";

    private ToolPins() {}

    /** A definition; the description is kept so that a change can be shown. */
    record Pin(String digest, String description) {}

    static Map<String, Pin> of(Evidence evidence) {
        var pins = new TreeMap<String, Pin>();
        evidence.of(ToolListed.class)
                .forEach(s -> pins.putIfAbsent(s.what().name(), pin(s.what())));
        evidence.of(ProtocolObservation.Greeted.class)
                .map(s -> s.what().instructions())
                .filter(words -> !words.isEmpty())
                .findFirst()
                .ifPresent(words -> pins.put(INSTRUCTIONS, new Pin(digest(words), words)));
        return pins;
    }

    static Pin pin(ToolListed tool) {
        ArrayNode all =
                Json.array()
                        .add(tool.name())
                        .add(tool.description())
                        .add(canonical(tool.schema()))
                        .add(canonical(tool.annotations()));
        return new Pin(digest(Json.text(all)), tool.description());
    }

    /** The order of members carries no meaning, so it makes no difference. */
    private static String canonical(String json) {
        try {
            return json.isEmpty() ? "" : Json.text(sorted(Json.read(json)));
        } catch (BadJsonException e) {
            return json;
        }
    }

    private static JsonNode sorted(JsonNode node) {
        if (node.isObject()) {
            ObjectNode object = Json.object();
            node.propertyNames().stream()
                    .sorted()
                    .forEach(name -> object.set(name, sorted(node.path(name))));
            return object;
        }
        if (node.isArray()) {
            ArrayNode array = Json.array();
            node.forEach(element -> array.add(sorted(element)));
            return array;
        }
        return node;
    }

    static String digest(String text) {
        try {
            byte[] sha =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(sha);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
