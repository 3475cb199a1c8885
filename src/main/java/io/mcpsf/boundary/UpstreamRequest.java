package io.mcpsf.boundary;

import io.mcpsf.boundary.Forwarder.Errand;
import io.mcpsf.boundary.Upstreams.Place;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.boundary.cache.CachedAnswer;
import io.mcpsf.boundary.http.Headers;
import io.mcpsf.boundary.http.HttpRequest;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** How an allowed request is put to the real host, and under which name its answer is kept. */
final class UpstreamRequest {

    private static final Set<String> HOP_BY_HOP =
            Set.of(
                    "connection",
                    "keep-alive",
                    "proxy-connection",
                    "proxy-authorization",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade",
                    "expect",
                    "content-length",
                    "host");

    /** All that a registry needs to know; every other header would be a way to tell it more. */
    private static final Set<String> FOR_READING =
            Set.of(
                    "accept",
                    "accept-encoding",
                    "authorization",
                    "if-modified-since",
                    "if-none-match",
                    "if-range",
                    "range",
                    "user-agent");

    /** With one of these the answer is not everybody's. */
    private static final Set<String> PERSONAL =
            Set.of("authorization", "if-modified-since", "if-none-match", "if-range");

    private UpstreamRequest() {}

    /** None if the answer must neither be kept nor taken from the cache. */
    static Optional<AnswerCache.Key> key(Errand errand) {
        HttpRequest.Head head = errand.request().head();
        boolean reading = head.method().equals("GET") || head.method().equals("HEAD");
        if (!errand.readOnly()
                || !reading
                || PERSONAL.stream().anyMatch(name -> head.headers().has(name))) {
            return Optional.empty();
        }
        return Optional.of(
                new AnswerCache.Key(
                        errand.url(),
                        head.path(),
                        head.headers().first("accept"),
                        head.headers().first("accept-encoding")));
    }

    /** The request as the host gets it; {@code kept} is what it may say to hold still. */
    static byte[] bytes(Errand errand, Place place, Optional<CachedAnswer> kept) {
        HttpRequest request = errand.request();
        HttpRequest.Head from = request.head();
        var head = new StringBuilder();
        head.append(from.method()).append(' ').append(from.path()).append(" HTTP/1.1\r\n");
        boolean usual = place.port() == (place.tls() ? 443 : 80);
        head.append("Host: ").append(place.host()).append(usual ? "" : ":" + place.port());
        head.append("\r\n");
        for (Headers.Line line : from.headers().lines()) {
            String name = line.name().toLowerCase(Locale.ROOT);
            boolean told =
                    errand.readOnly() ? FOR_READING.contains(name) : !HOP_BY_HOP.contains(name);
            told &= errand.masked().isEmpty() || !name.equals("accept-encoding");
            if (told) {
                head.append(line.name()).append(": ").append(line.value()).append("\r\n");
            }
        }
        if (!errand.masked().isEmpty()) {
            // What comes back is read for secrets to its last byte, and so it must have one.
            head.append("Accept-Encoding: identity\r\nConnection: close\r\n");
        }
        boolean part = from.headers().has("range");
        kept.filter(one -> !part).ifPresent(one -> head.append(conditions(one)));
        if (request.body().length > 0) {
            head.append("Content-Length: ").append(request.body().length).append("\r\n");
        }
        head.append("\r\n");
        var out = new ByteArrayOutputStream();
        out.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        out.writeBytes(request.body());
        return out.toByteArray();
    }

    private static String conditions(CachedAnswer kept) {
        String tag = kept.header("etag");
        String since = kept.header("last-modified");
        return (tag.isEmpty() ? "" : "If-None-Match: " + tag + "\r\n")
                + (since.isEmpty() ? "" : "If-Modified-Since: " + since + "\r\n");
    }
}
