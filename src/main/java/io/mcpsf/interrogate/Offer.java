package io.mcpsf.interrogate;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What is known of a server that was questioned: what it offers besides its tools, as it was
 * listed, how long each tool took to answer a plain call, and arguments with which it did its work.
 */
public record Offer(
        List<JsonNode> prompts,
        List<JsonNode> resources,
        List<JsonNode> templates,
        Map<String, Duration> paces,
        Map<String, ObjectNode> working) {

    public Offer {
        prompts = List.copyOf(prompts);
        resources = List.copyOf(resources);
        templates = List.copyOf(templates);
        paces = Map.copyOf(paces);
        working = Map.copyOf(working);
    }

    /** Without arguments that are known to work. */
    public Offer(
            List<JsonNode> prompts,
            List<JsonNode> resources,
            List<JsonNode> templates,
            Map<String, Duration> paces) {
        this(prompts, resources, templates, paces, Map.of());
    }

    /** Nothing is known. */
    public static Offer unknown() {
        return new Offer(List.of(), List.of(), List.of(), Map.of());
    }
}
