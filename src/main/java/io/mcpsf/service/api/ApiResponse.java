package io.mcpsf.service.api;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is answered. */
record ApiResponse(int status, Map<String, String> headers, Body body) {

    /** The bytes of an answer, at once or one after the other. */
    sealed interface Body {
        @SuppressWarnings("ArrayRecordComponent") // Handed on once, never compared.
        record Whole(byte[] bytes) implements Body {}

        /** {@code whenOver} is run once nothing is written any more, or was at all. */
        record Flowing(Writer writer, Runnable whenOver) implements Body {}
    }

    /** Writes the bytes of an answer. */
    @FunctionalInterface
    interface Writer {
        void write(OutputStream out) throws IOException, InterruptedException;
    }

    static ApiResponse bytes(int status, String type, byte[] bytes) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", type);
        return new ApiResponse(status, headers, new Body.Whole(bytes));
    }

    static ApiResponse json(int status, JsonNode node) {
        return bytes(status, "application/json", Json.bytes(node));
    }

    static ApiResponse flowing(String type, Writer writer) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", type);
        return new ApiResponse(200, headers, new Body.Flowing(writer, () -> {}));
    }

    static ApiResponse flowing(String type, Writer writer, Runnable whenOver) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", type);
        return new ApiResponse(200, headers, new Body.Flowing(writer, whenOver));
    }

    static ApiResponse empty(int status) {
        return new ApiResponse(status, Map.of(), new Body.Whole(new byte[0]));
    }

    ApiResponse with(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new ApiResponse(status, more, body);
    }
}
