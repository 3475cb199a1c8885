package io.mcpsf.interrogate;

import io.mcpsf.model.ProtocolObservation.TextDoubted;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** Somebody who thinks of further arguments for a tool, from its schema and what was learned. */
@FunctionalInterface
public interface PayloadWriter {

    /**
     * Arguments worth a call, perhaps none. {@code learned} holds sentences on what earlier calls
     * brought, oldest first. Never throws because of what the writer said or failed to say.
     */
    List<ObjectNode> more(String tool, JsonNode schema, List<String> learned)
            throws InterruptedException;

    /**
     * Texts that the writer takes for instructions against the user, each with a quote from the
     * text. To find none says nothing.
     */
    default List<TextDoubted> doubts(List<ShownText> texts) throws InterruptedException {
        return List.of();
    }

    /** Nobody to ask. */
    static PayloadWriter none() {
        return (tool, schema, learned) -> List.of();
    }
}
