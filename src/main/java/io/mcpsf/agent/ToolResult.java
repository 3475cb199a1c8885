package io.mcpsf.agent;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a tool answers: a text of ours, and beside it what others wrote, which is never mixed into
 * it.
 */
record ToolResult(String ours, String hostile, ObjectNode structured, boolean error) {

    static ToolResult of(String ours, String hostile, ObjectNode structured) {
        return new ToolResult(ours, hostile, structured, false);
    }

    static ToolResult failed(String ours) {
        return new ToolResult(ours, "", Json.object(), true);
    }

    /** As the protocol has it; {@code mark} ends the data and cannot be known beforehand. */
    ObjectNode json(String mark) {
        ObjectNode root = Json.object();
        ArrayNode content = root.putArray("content");
        content.addObject().put("type", "text").put("text", ours);
        if (!hostile.isEmpty()) {
            content.addObject().put("type", "text").put("text", Untrusted.marked(hostile, mark));
        }
        if (!structured.isEmpty()) {
            root.set("structuredContent", structured);
        }
        return root.put("isError", error);
    }
}
