package io.mcpsf.boundary;

import io.mcpsf.boundary.cache.CachedAnswer;
import io.mcpsf.boundary.http.HttpRequest;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives a kept answer again, whole or the part that was asked for. */
final class CachedReply {

    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]{0,15})-([0-9]{0,15})");
    private static final Set<String> OURS = Set.of("content-length", "transfer-encoding");

    private CachedReply() {}

    record Sent(int status, long bytes) {}

    static Sent write(CachedAnswer kept, HttpRequest request, OutputStream out) throws IOException {
        long size = kept.bytes();
        long from = 0;
        long until = size;
        int status = 200;
        Matcher range = RANGE.matcher(request.head().headers().first("range").strip());
        if (range.matches() && range.group().length() > "bytes=-".length()) {
            status = 206;
            boolean last = range.group(1).isEmpty();
            long second = range.group(2).isEmpty() ? size - 1 : Long.parseLong(range.group(2));
            from = last ? Math.max(0, size - second) : Long.parseLong(range.group(1));
            until = last ? size : Math.min(size, second + 1);
        }
        boolean outside = from >= until && status == 206;
        var head = new StringBuilder();
        if (outside) {
            head.append("HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */");
            head.append(size).append("\r\n");
            until = from;
        } else {
            head.append(status == 206 ? "HTTP/1.1 206 Partial Content\r\n" : "HTTP/1.1 200 OK\r\n");
            for (String line : kept.lines()) {
                String name = line.substring(0, Math.max(0, line.indexOf(':')));
                if (!OURS.contains(name.toLowerCase(Locale.ROOT))) {
                    head.append(line).append("\r\n");
                }
            }
            if (status == 206) {
                head.append("Content-Range: bytes ").append(from).append('-').append(until - 1);
                head.append('/').append(size).append("\r\n");
            }
        }
        head.append("Content-Length: ").append(until - from).append("\r\n");
        head.append("Connection: keep-alive\r\n\r\n");
        out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        boolean bodyless = request.head().method().equals("HEAD");
        if (!bodyless) {
            kept.copy(from, until - from, out);
        }
        out.flush();
        return new Sent(outside ? 416 : status, bodyless ? 0 : until - from);
    }
}
