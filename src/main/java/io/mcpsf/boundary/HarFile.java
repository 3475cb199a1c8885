package io.mcpsf.boundary;

import io.mcpsf.boundary.http.Headers;
import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.json.Json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** The requests and our answers as a HAR 1.2 file, which browsers and tools can open. Bounded. */
final class HarFile {

    private static final int MAX_ENTRIES = 2_000;
    private static final int MAX_BODY = 16 << 10;
    private static final int MAX_ENTRY = 128 << 10;
    private static final long MAX_TOTAL = 16L << 20;

    private final Clock clock;
    private final List<byte[]> entries = new ArrayList<>();
    private long total;
    private int more;

    HarFile(Clock clock) {
        this.clock = clock;
    }

    synchronized void add(HttpRequest request, String url, HttpReply reply) {
        if (entries.size() >= MAX_ENTRIES) {
            more++;
            return;
        }
        ObjectNode entry = Json.object();
        entry.put("startedDateTime", clock.instant().toString()).put("time", 0);
        entry.set("request", request(request, Excerpt.url(url)));
        ObjectNode response = entry.putObject("response");
        response.put("status", reply.status()).put("statusText", "");
        response.put("httpVersion", request.head().version());
        response.putArray("cookies");
        ArrayNode lines = response.putArray("headers");
        reply.headers()
                .forEach((name, value) -> lines.addObject().put("name", name).put("value", value));
        ObjectNode content = response.putObject("content");
        content.put("size", reply.body().length);
        content.put("mimeType", reply.headers().getOrDefault("Content-Type", ""));
        content.put("text", text(reply.body()));
        response.put("redirectURL", "").put("headersSize", -1).put("bodySize", -1);
        entry.putObject("cache");
        entry.putObject("timings").put("send", 0).put("wait", 0).put("receive", 0);
        byte[] bytes = Json.bytes(entry);
        if (bytes.length > MAX_ENTRY || total + bytes.length > MAX_TOTAL) {
            more++;
            return;
        }
        total += bytes.length;
        entries.add(bytes);
    }

    /** Writes what there is. */
    synchronized void write(Path file) {
        try (var out = Files.newBufferedWriter(file)) {
            out.write(
                    "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"mcpsf\",\"version\":\"1\"},");
            out.write("\"comment\":\"" + more + " more not kept\",\"entries\":[");
            for (int i = 0; i < entries.size(); i++) {
                out.write(i == 0 ? "\n" : ",\n");
                out.write(new String(entries.get(i), StandardCharsets.UTF_8));
            }
            out.write("\n]}}\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static ObjectNode request(HttpRequest request, String url) {
        ObjectNode node = Json.object();
        node.put("method", request.head().method()).put("url", url);
        node.put("httpVersion", request.head().version());
        node.putArray("cookies");
        ArrayNode lines = node.putArray("headers");
        for (Headers.Line line : request.head().headers().lines()) {
            lines.addObject().put("name", line.name()).put("value", line.value());
        }
        node.putArray("queryString");
        if (request.bodyBytes() > 0) {
            node.putObject("postData")
                    .put("mimeType", request.head().headers().first("content-type"))
                    .put("text", text(request.body()));
        }
        return node.put("headersSize", -1).put("bodySize", request.bodyBytes());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, 0, Math.min(bytes.length, MAX_BODY), StandardCharsets.UTF_8);
    }
}
