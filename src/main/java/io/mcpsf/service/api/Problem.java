package io.mcpsf.service.api;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.util.Map;

/** A request that is not fulfilled, with the reason that its sender is told (RFC 9457). */
final class Problem extends RuntimeException {

    private final int status;
    private final String code;
    private final Map<String, String> headers;

    private Problem(int status, String code, String detail, Map<String, String> headers) {
        super(detail);
        this.status = status;
        this.code = code;
        this.headers = Map.copyOf(headers);
    }

    static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, Map.of());
    }

    static Problem badRequest(String detail) {
        return of(400, "bad-request", detail);
    }

    static Problem unauthorized() {
        return new Problem(
                401,
                "unauthorized",
                "Send a key: Authorization: Bearer mcpsf_…",
                Map.of("WWW-Authenticate", "Bearer"));
    }

    static Problem forbidden(String detail) {
        return of(403, "forbidden", detail);
    }

    static Problem notFound(String detail) {
        return of(404, "not-found", detail);
    }

    static Problem tooMany(String code, int seconds, String detail) {
        return new Problem(429, code, detail, Map.of("Retry-After", "" + Math.max(1, seconds)));
    }

    /** Not now: whoever waits so long may find us with less to do. */
    static Problem busy(int seconds, String detail) {
        return new Problem(503, "busy", detail, Map.of("Retry-After", "" + seconds));
    }

    static Problem notAllowed(String allow) {
        return new Problem(
                405, "method-not-allowed", "This takes " + allow + ".", Map.of("Allow", allow));
    }

    int status() {
        return status;
    }

    ApiResponse reply() {
        ObjectNode node =
                Json.object()
                        .put("type", "about:blank")
                        .put("title", title(status))
                        .put("status", status)
                        .put("code", code)
                        .put("detail", String.valueOf(getMessage()));
        ApiResponse reply = ApiResponse.bytes(status, "application/problem+json", Json.bytes(node));
        for (Map.Entry<String, String> header : headers.entrySet()) {
            reply = reply.with(header.getKey(), header.getValue());
        }
        return reply;
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 412 -> "Precondition Failed";
            case 413 -> "Content Too Large";
            case 415 -> "Unsupported Media Type";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 503 -> "Service Unavailable";
            default -> "Internal Server Error";
        };
    }
}
