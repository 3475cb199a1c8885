package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.util.Map;

/**
 * One message of ours on its way: its JSON, the same as bytes, and the headers that the newest
 * revision wants beside it where the carrier has headers.
 */
@SuppressWarnings("ArrayRecordComponent") // bytes are the point; messages are never compared
public record Outgoing(ObjectNode json, byte[] bytes, Map<String, String> headers) {

    public Outgoing {
        headers = Map.copyOf(headers);
    }

    static Outgoing of(ObjectNode json) {
        return new Outgoing(json, Json.bytes(json), Map.of());
    }

    static Outgoing of(ObjectNode json, Map<String, String> headers) {
        return new Outgoing(json, Json.bytes(json), headers);
    }

    /** The number of our question, or 0 for what wants no answer. */
    public long id() {
        return json.has("method") ? json.path("id").asLong(0) : 0;
    }

    public String method() {
        return Json.text(json, "method");
    }
}
