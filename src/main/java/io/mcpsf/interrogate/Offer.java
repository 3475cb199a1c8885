package io.mcpsf.interrogate;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What is known of a server that was questioned: what it offers besides its tools, as it was
 * listed, and how long each tool took to answer a plain call.
 */
public record Offer(
        List<JsonNode> prompts,
        List<JsonNode> resources,
        List<JsonNode> templates,
        Map<String, Duration> paces) {

    public Offer {
        prompts = List.copyOf(prompts);
        resources = List.copyOf(resources);
        templates = List.copyOf(templates);
        paces = Map.copyOf(paces);
    }

    /** Nothing is known. */
    public static Offer unknown() {
        return new Offer(List.of(), List.of(), List.of(), Map.of());
    }
}
