package io.mcpsf.boundary.internet;

import io.mcpsf.bait.Papers;
import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

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

    /** A further page of a list. */
    private static final Pattern LATER =
            Pattern.compile("[?&](?:page=(?:[2-9]|1[0-9])|(?:offset|skip|start)=[1-9]|cursor=.)");

    private static final Pattern DESCRIPTIONS =
            Pattern.compile(".*/(openapi|swagger|api-docs)(\\.json)?");

    private static final String DESCRIPTION =
            """
            {"openapi":"3.0.3","info":{"title":"Notes","version":"1.0.0"},"paths":{"/notes":{"get":
            {"operationId":"listNotes","responses":{"200":{"description":"all notes"}}}}}}
            """;

    private static final String SITEMAP =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://news.site.example/</loc></url>
            <url><loc>https://news.site.example/about</loc></url></urlset>
            """;

    private static final String PAGE =
            """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>%1$s</title>
            <meta name="description" content="%2$s"></head>
            <body><h1>%1$s</h1><p>%2$s. %3$s.</p>
            <h2>%4$s</h2><p>%3$s.</p><h2>%5$s</h2><p>%2$s.</p>
            <p><a href="/%6$s">%7$s</a></p></body></html>
            """;

    private static final List<String> GREETINGS =
            List.of("Welcome", "Home", "Start", "Overview", "Hello", "Latest", "Today");
    private static final List<String> ABOUTS =
            List.of(
                    "Tools and notes for small teams",
                    "A place for the things we build",
                    "Documentation, releases and support",
                    "Services for developers",
                    "Everything in one place",
                    "Simple hosting since 2014",
                    "Projects, news and contact");
    private static final List<String> MORE =
            List.of(
                    "The new version is out",
                    "Sign in to see more",
                    "We are hiring",
                    "Maintenance is planned for Sunday",
                    "Read the changelog for details",
                    "Thank you for your visit");
    private static final List<String> ENTRIES =
            List.of(
                    "Products",
                    "Pricing",
                    "Blog",
                    "Docs",
                    "Status",
                    "Downloads",
                    "Support",
                    "Team");
    private static final List<String> LINKS = List.of("about", "contact", "imprint", "privacy");

    private static final String FEED =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0"><channel><title>%1$s</title><link>/</link><description>%2$s</description>
            <item><title>%3$s</title><link>/%4$s</link><description>%5$s.</description></item>
            </channel></rss>
            """;

    private static final List<String> SERVERS =
            List.of("nginx", "nginx/1.24.0", "Apache", "cloudflare", "openresty", "Caddy");
    private static final List<String> NAMES =
            List.of("default", "main", "item", "record", "entry", "example", "sample", "untitled");

    private final long seed;
    private final Expected expected;

    /**
     * @param seed of this run: a host says the same each time, and something else in the next run
     */
    Default(long seed, Expected expected) {
        this.seed = seed;
        this.expected = expected;
    }

    /** What a host's web server calls itself. */
    String server(String host) {
        return drawn(SERVERS, new SplittableRandom(seed + host.hashCode()));
    }

    HttpReply reply(HttpRequest request, String host) {
        HttpRequest.Head head = request.head();
        if (head.method().equals("POST") && bare(head.path()).endsWith("/graphql")) {
            return GraphqlAnswer.of(request.body())
                    .orElse(HttpReply.of(200, "application/json", "{\"data\":{}}"));
        }
        if (head.method().equals("OPTIONS")) {
            return HttpReply.of(204, "text/plain", "");
        }
        boolean reading = head.method().equals("GET") || head.method().equals("HEAD");
        var random = new SplittableRandom(seed ^ host.hashCode());
        String id = Integer.toString(1000 + random.nextInt(90_000));
        String address = host + bare(head.path()).toLowerCase(Locale.ROOT);
        return reading ? read(head, address, random, id) : agreed(address, id, random);
    }

    private HttpReply read(
            HttpRequest.Head head, String address, SplittableRandom random, String id) {
        String accept = head.headers().first("accept").toLowerCase(Locale.ROOT);
        String path = bare(head.path());
        String lower = path.toLowerCase(Locale.ROOT);
        if (IMAGES.matcher(lower).matches() || accept.startsWith("image/")) {
            return new HttpReply(200, Map.of("Content-Type", "image/png"), IMAGE);
        }
        if (accept.contains("text/html")
                || lower.endsWith(".html")
                || (lower.equals("/") && !accept.contains("json"))) {
            return HttpReply.of(200, "text/html; charset=utf-8", page(random));
        }
        if (lower.endsWith("/sitemap.xml")) {
            return HttpReply.of(200, "application/xml; charset=utf-8", SITEMAP);
        }
        if (lower.endsWith(".pdf")) {
            byte[] pdf = Papers.pdf("Report").getBytes(StandardCharsets.ISO_8859_1);
            return new HttpReply(200, Map.of("Content-Type", "application/pdf"), pdf);
        }
        if (DESCRIPTIONS.matcher(lower).matches()) {
            return HttpReply.of(200, "application/json", DESCRIPTION);
        }
        if (FEEDS.matcher(lower).matches()) {
            return HttpReply.of(200, "application/rss+xml; charset=utf-8", feed(random));
        }
        if (accept.contains("text/plain") || lower.endsWith(".txt") || lower.endsWith(".md")) {
            return HttpReply.of(200, "text/plain; charset=utf-8", "OK\n");
        }
        if (MANY.matcher(lower).matches()) {
            return LATER.matcher(head.path()).find()
                    ? HttpReply.of(200, "application/json", "[]")
                    : looked(address, many(id, random));
        }
        Matcher one = ONE.matcher(path);
        return agreed(address, one.matches() ? one.group(1) : id, random);
    }

    /** A first page; there is no second. */
    private static String many(String id, SplittableRandom random) {
        long first = Long.parseLong(id);
        String name = drawn(NAMES, random);
        String day = "2026-%02d-%02d".formatted(1 + random.nextInt(9), 1 + random.nextInt(28));
        long order = random.nextLong();
        return LongStream.range(first, first + 3)
                .mapToObj(
                        number ->
                                shuffled(
                                        new SplittableRandom(order),
                                        "\"id\":" + number,
                                        "\"name\":\"%s %d\"".formatted(name, number),
                                        "\"title\":\"" + name + "\"",
                                        "\"status\":\"ok\"",
                                        "\"created_at\":\"" + day + "T08:00:00Z\""))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String page(SplittableRandom random) {
        String link = drawn(LINKS, random);
        return PAGE.formatted(
                drawn(GREETINGS, random),
                drawn(ABOUTS, random),
                drawn(MORE, random),
                drawn(ENTRIES.subList(0, 4), random),
                drawn(ENTRIES.subList(4, 8), random),
                link,
                Character.toUpperCase(link.charAt(0)) + link.substring(1));
    }

    private static String drawn(List<String> words, SplittableRandom random) {
        return words.get(random.nextInt(words.size()));
    }

    private static String feed(SplittableRandom random) {
        String link = drawn(LINKS, random);
        return FEED.formatted(
                drawn(GREETINGS, random),
                drawn(ABOUTS, random),
                drawn(ENTRIES, random),
                link,
                drawn(MORE, random));
    }

    /** Whatever a client looks at to see that all went well, in an order of this run's own. */
    private HttpReply agreed(String address, String id, SplittableRandom random) {
        return looked(
                address,
                shuffled(
                        random,
                        "\"ok\":true",
                        "\"success\":true",
                        "\"enabled\":true",
                        "\"active\":true",
                        "\"valid\":true",
                        "\"status\":\"ok\"",
                        "\"id\":\"" + id + "\"",
                        "\"name\":\"" + drawn(NAMES, random) + "\"",
                        "\"data\":{}",
                        "\"result\":{}",
                        "\"items\":[]",
                        "\"message\":\"ok\""));
    }

    /** The usual, with what is looked for there in it, or that alone where a list is. */
    private HttpReply looked(String address, String usual) {
        Optional<JsonNode> wanted = expected.at(address);
        if (wanted.isEmpty()) {
            return HttpReply.of(200, "application/json", usual);
        }
        JsonNode answer = Json.read(usual);
        if (wanted.get().isObject() && answer instanceof ObjectNode object) {
            for (var member : wanted.get().properties()) {
                JsonNode has = object.path(member.getKey());
                if (has.isMissingNode() || has.isContainer()) {
                    object.set(member.getKey(), member.getValue());
                }
            }
        } else {
            answer = wanted.get();
        }
        return HttpReply.of(200, "application/json", Json.text(answer));
    }

    private static String shuffled(SplittableRandom random, String... fields) {
        var all = new ArrayList<>(List.of(fields));
        Collections.shuffle(all, Random.from(random));
        return "{" + String.join(",", all) + "}";
    }

    private static String bare(String path) {
        int end = path.indexOf('?');
        String bare = end < 0 ? path : path.substring(0, end);
        return bare.length() > 1024 ? bare.substring(0, 1024) : bare;
    }
}
