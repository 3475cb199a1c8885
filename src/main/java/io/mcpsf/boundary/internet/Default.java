package io.mcpsf.boundary.internet;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;

import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a host says that we know nothing about: it is friendly and agrees. */
final class Default {

    /** One grey point. */
    private static final byte[] IMAGE =
            Base64.getDecoder()
                    .decode(
                            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCB"
                                    + "d81ytgAAAABJRU5ErkJggg==");

    private static final Pattern IMAGES = Pattern.compile(".*\\.(png|jpe?g|gif|webp|bmp|ico)");
    private static final Pattern FEEDS =
            Pattern.compile(".*(\\.(xml|rss|atom)|/(rss|feed|atom)/?)");

    /** Many of a kind, below the name of an interface: a list is expected. */
    private static final Pattern MANY =
            Pattern.compile(".*/(api|rest|v[0-9]+)/(?:.*/)?[a-z_-]{2,40}(?<![su])s/?");

    private static final Pattern ONE =
            Pattern.compile(
                    ".*/(?:api|rest|v[0-9]+)/(?:.*/)?[a-z_-]{2,40}s/([A-Za-z0-9-]{1,40})/?");

    private static final String PAGE =
            """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>Welcome</title>
            <meta name="description" content="A small site"></head>
            <body><h1>Welcome</h1><p>This is a small site. It has a few words, a list and a link.</p>
            <ul><li>First</li><li>Second</li></ul>
            <p><a href="/about">About us</a></p></body></html>
            """;

    private static final String FEED =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0"><channel><title>News</title><link>/</link><description>News</description>
            <item><title>First</title><link>/first</link><description>A few words.</description></item>
            </channel></rss>
            """;

    private Default() {}

    static HttpReply reply(HttpRequest.Head head) {
        if (head.method().equals("OPTIONS")) {
            return HttpReply.of(204, "text/plain", "");
        }
        boolean reading = head.method().equals("GET") || head.method().equals("HEAD");
        return reading ? read(head) : agreed("1042");
    }

    private static HttpReply read(HttpRequest.Head head) {
        String accept = head.headers().first("accept").toLowerCase(Locale.ROOT);
        String path = bare(head.path());
        String lower = path.toLowerCase(Locale.ROOT);
        if (IMAGES.matcher(lower).matches() || accept.startsWith("image/")) {
            return new HttpReply(200, Map.of("Content-Type", "image/png"), IMAGE);
        }
        if (accept.contains("text/html")
                || lower.endsWith(".html")
                || (lower.equals("/") && !accept.contains("json"))) {
            return HttpReply.of(200, "text/html; charset=utf-8", PAGE);
        }
        if (FEEDS.matcher(lower).matches()) {
            return HttpReply.of(200, "application/rss+xml; charset=utf-8", FEED);
        }
        if (accept.contains("text/plain") || lower.endsWith(".txt") || lower.endsWith(".md")) {
            return HttpReply.of(200, "text/plain; charset=utf-8", "OK\n");
        }
        if (MANY.matcher(lower).matches()) {
            return HttpReply.of(
                    200,
                    "application/json",
                    "[{\"id\":1042,\"name\":\"example\",\"title\":\"example\",\"status\":\"ok\"}]");
        }
        Matcher one = ONE.matcher(path);
        return agreed(one.matches() ? one.group(1) : "1042");
    }

    private static HttpReply agreed(String id) {
        return HttpReply.of(
                200,
                "application/json",
                "{\"ok\":true,\"success\":true,\"status\":\"ok\",\"id\":\""
                        + id
                        + "\",\"name\":\"example\",\"data\":{},\"result\":{},\"items\":[],"
                        + "\"message\":\"ok\"}");
    }

    private static String bare(String path) {
        int end = path.indexOf('?');
        String bare = end < 0 ? path : path.substring(0, end);
        return bare.length() > 1024 ? bare.substring(0, 1024) : bare;
    }
}
