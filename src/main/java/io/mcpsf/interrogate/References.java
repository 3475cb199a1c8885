package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Follows references inside one hostile schema. Nothing outside it is ever fetched. */
final class References {

    /** Hops from one reference to the next before it counts as a circle. */
    private static final int HOPS = 16;

    private final JsonNode root;

    References(JsonNode root) {
        this.root = root;
    }

    /** What a reference points to; the schema that allows everything when that is not here. */
    JsonNode target(String hostileReference) {
        JsonNode found = root;
        String reference = hostileReference;
        for (int hop = 0; hop < HOPS; hop++) {
            found = at(reference);
            String next = Json.text(found, "$ref");
            // A lone reference is followed here; one with neighbours is merged by the caller.
            if (next.isEmpty() || found.size() > 1) {
                return found;
            }
            reference = next;
        }
        return Json.object();
    }

    private JsonNode at(String reference) {
        if (reference.equals("#")) {
            return root;
        }
        if (!reference.startsWith("#/")) {
            return named(reference);
        }
        JsonNode node = root;
        for (String raw : reference.substring(2).split("/")) {
            String step = decoded(raw).replace("~1", "/").replace("~0", "~");
            node =
                    node.isArray() && step.matches("[0-9]{1,6}")
                            ? node.path(Integer.parseInt(step))
                            : node.path(step);
        }
        return node.isMissingNode() ? Json.object() : node;
    }

    /** A definition by its {@code $anchor} or {@code $id}. */
    private JsonNode named(String reference) {
        String anchor = reference.startsWith("#") ? reference.substring(1) : reference;
        for (String place : new String[] {"$defs", "definitions"}) {
            for (JsonNode definition : root.path(place)) {
                if (Json.text(definition, "$anchor").equals(anchor)
                        || Json.text(definition, "$id").equals(reference)) {
                    return definition;
                }
            }
        }
        return Json.object();
    }

    private static String decoded(String step) {
        try {
            return step.indexOf('%') < 0 ? step : URLDecoder.decode(step, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return step;
        }
    }
}
