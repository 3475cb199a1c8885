package io.mcpsf.boundary.wire;

import io.mcpsf.boundary.service.Mongo;
import io.mcpsf.boundary.service.Postgres;
import io.mcpsf.boundary.service.Redis;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** What a client speaks, judged by its first bytes; by the port only if it waits for ours. */
public enum Protocol {
    TLS,
    HTTP,
    HTTP2,
    SMTP,
    DNS,
    POSTGRESQL,
    MYSQL,
    REDIS,
    MONGODB,
    RAW;

    /** As many bytes as {@link #of} wants to see before it gives up. */
    public static final int ENOUGH = 24;

    private static final byte[] PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    private static final Set<String> METHODS =
            Set.of(
                    "GET",
                    "HEAD",
                    "POST",
                    "PUT",
                    "DELETE",
                    "OPTIONS",
                    "PATCH",
                    "CONNECT",
                    "TRACE",
                    "PROPFIND",
                    "MKCOL",
                    "MOVE",
                    "COPY",
                    "REPORT",
                    "SEARCH");

    /** Whether these bytes are the whole beginning of one protocol, or may still become one. */
    public static boolean undecided(byte[] first) {
        if (first.length >= ENOUGH || first.length == 0) {
            return first.length == 0;
        }
        if (first[0] == 0x16) {
            return first.length < 3;
        }
        if (first[0] == 0) {
            // The length of a database's hello fits into two bytes; eight of it say what it is.
            return first.length < 8 && (first.length == 1 || first[1] == 0);
        }
        String text = text(first);
        if (text.indexOf(' ') >= 0) {
            return "PRI * HTTP/2.0".startsWith(text.substring(0, Math.min(14, text.length())));
        }
        return METHODS.stream().anyMatch(method -> method.startsWith(text))
                || "PRI".startsWith(text)
                || "EHLO".startsWith(text.toUpperCase(Locale.ROOT))
                || "HELO".startsWith(text.toUpperCase(Locale.ROOT));
    }

    public static Protocol of(byte[] first, int port) {
        if (first.length >= 3 && first[0] == 0x16 && first[1] == 3 && first[2] <= 4) {
            return TLS;
        }
        if (startsWith(first, PREFACE)) {
            return HTTP2;
        }
        String text = text(first);
        int space = text.indexOf(' ');
        if (space > 0 && METHODS.contains(text.substring(0, space))) {
            return HTTP;
        }
        if (Postgres.opens(first)) {
            return POSTGRESQL;
        }
        if (Redis.opens(first)) {
            return REDIS;
        }
        if (Mongo.opens(first)) {
            return MONGODB;
        }
        String upper = text.toUpperCase(Locale.ROOT);
        if (upper.startsWith("EHLO") || upper.startsWith("HELO")) {
            return SMTP;
        }
        return (port == 53 || port == 853) && first.length > 2 ? DNS : RAW;
    }

    private static boolean startsWith(byte[] bytes, byte[] prefix) {
        if (bytes.length < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (bytes[i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, 0, Math.min(bytes.length, ENOUGH), StandardCharsets.ISO_8859_1);
    }
}
