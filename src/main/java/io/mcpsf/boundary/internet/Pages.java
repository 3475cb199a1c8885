package io.mcpsf.boundary.internet;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The data files: each a list of {host, path, method?, status?, type?, headers?, body}. */
final class Pages {

    /** Looked through in this order; the first page that fits is the answer. */
    static final List<String> FILES =
            List.of(
                    "metadata",
                    "registries",
                    "accounts",
                    "messengers",
                    "models",
                    "lookups",
                    "apis");

    private static final Pattern PLACE = Pattern.compile("\\$\\{([a-z.]+)\\}");

    private Pages() {}

    static List<CannedAnswer> packed(Map<String, String> values, Redrawn redrawn) {
        List<CannedAnswer> pages = new ArrayList<>();
        for (String file : FILES) {
            pages.addAll(read(file, values, redrawn));
        }
        return List.copyOf(pages);
    }

    private static List<CannedAnswer> read(
            String file, Map<String, String> values, Redrawn redrawn) {
        String name = "/internet/" + file + ".json";
        try (InputStream in = Pages.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not packed: " + name);
            }
            List<CannedAnswer> pages = new ArrayList<>();
            Json.read(in).forEach(node -> pages.addAll(page(node, values, redrawn)));
            return pages;
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    private static List<CannedAnswer> page(
            JsonNode node, Map<String, String> values, Redrawn redrawn) {
        JsonNode body = node.path("body");
        boolean text = body.isString();
        // Redrawn first: what is filled in is this run's own already.
        String said = filled(redrawn.text(text ? body.asString() : Json.text(body)), values);
        Map<String, String> headers = new LinkedHashMap<>();
        node.path("headers")
                .properties()
                .forEach(header -> headers.put(header.getKey(), header.getValue().asString()));
        var answer =
                new CannedAnswer.Said(
                        node.path("status").asInt(200),
                        node.path("type").asString(text ? "text/plain" : "application/json"),
                        headers,
                        said);
        List<CannedAnswer> pages = new ArrayList<>();
        for (String host : Json.text(node, "host").split(" ")) {
            pages.add(
                    new CannedAnswer(
                            node.path("method").asString("*"),
                            CannedAnswer.glob(host),
                            CannedAnswer.glob(node.path("path").asString("*")),
                            answer));
        }
        return pages;
    }

    /** A place without a value gets one of its own name's making, so that it looks filled. */
    private static String filled(String text, Map<String, String> values) {
        return PLACE.matcher(text)
                .replaceAll(
                        place ->
                                Matcher.quoteReplacement(
                                        values.getOrDefault(
                                                place.group(1),
                                                "x"
                                                        + Integer.toHexString(
                                                                place.group(1).hashCode()))));
    }
}
