package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.util.Map;

/**
 * One message on its way: the number of the question, or 0 for what wants no answer; its JSON, the
 * same as bytes, and the headers that the newest revision wants beside it where the carrier has
 * headers.
 */
@SuppressWarnings("ArrayRecordComponent") // bytes are the point; messages are never compared
public record Outgoing(long id, ObjectNode json, byte[] bytes, Map<String, String> headers) {

    public Outgoing {
        headers = Map.copyOf(headers);
    }

    static Outgoing of(ObjectNode json) {
        return of(json, Map.of());
    }

    static Outgoing of(ObjectNode json, Map<String, String> headers) {
        long id = json.has("method") ? json.path("id").asLong(0) : 0;
        return new Outgoing(id, json, Json.bytes(json), headers);
    }

    public String method() {
        return Json.text(json, "method");
    }
}
