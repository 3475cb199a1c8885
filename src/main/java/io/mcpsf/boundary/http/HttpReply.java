package io.mcpsf.boundary.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** One answer of ours. */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
public record HttpReply(int status, Map<String, String> headers, byte[] body) {

    public HttpReply {
        headers = new LinkedHashMap<>(headers);
    }

    public static HttpReply of(int status, String type, String body) {
        return new HttpReply(
                status, Map.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8));
    }

    /** The HTTP/1.1 form; {@code bodyless} for an answer to HEAD. */
    public byte[] bytes(boolean keepAlive, boolean bodyless) {
        var head = new StringBuilder();
        head.append("HTTP/1.1 ").append(status).append(' ').append(reason(status)).append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (status != 101 && status != 204 && status != 304) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
            head.append(keepAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
        }
        head.append("\r\n");
        var out = new ByteArrayOutputStream();
        out.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        if (!bodyless) {
            out.writeBytes(body);
        }
        return out.toByteArray();
    }

    static String reason(int status) {
        return switch (status) {
            case 100 -> "Continue";
            case 101 -> "Switching Protocols";
            case 200 -> "OK";
            case 201 -> "Created";
            case 202 -> "Accepted";
            case 204 -> "No Content";
            case 301 -> "Moved Permanently";
            case 302 -> "Found";
            case 304 -> "Not Modified";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 413 -> "Content Too Large";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 502 -> "Bad Gateway";
            case 504 -> "Gateway Timeout";
            default -> "Status";
        };
    }
}
