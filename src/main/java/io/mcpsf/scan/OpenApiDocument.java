package io.mcpsf.scan;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.json.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An OpenAPI description (2 and 3), read for the requests it makes possible. A scanner that only
 * follows links never finds them. References are followed within the document only.
 */
public final class OpenApiDocument {

    private static final int MOST_OPERATIONS = 300;
    private static final int MOST_TEXT = 2_000;
    private static final int DEEPEST = 6;
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";

    private final JsonNode root;
    private final int number;
    private final ScanDepth depth;
    private final List<ApiOperation> found = new ArrayList<>();

    private OpenApiDocument(JsonNode root, int number, ScanDepth depth) {
        this.root = root;
        this.number = number;
        this.depth = depth;
    }

    /**
     * The operations; throws {@link BadJsonException} where it is no such description. None that
     * deletes, and only a deep scan has those that replace something.
     */
    public static List<ApiOperation> read(String hostile, int number, ScanDepth depth) {
        OpenApiDocument document = of(hostile, number, depth);
        JsonNode root = document.root;
        for (Map.Entry<String, JsonNode> path : root.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> one : path.getValue().properties()) {
                if (document.found.size() < MOST_OPERATIONS) {
                    document.operation(path.getKey(), path.getValue(), one);
                }
            }
        }
        return List.copyOf(document.found);
    }

    /** The path below which its operations are, or empty; throws where it is no description. */
    static String base(String hostile) {
        return of(hostile, 0, ScanDepth.QUICK).base();
    }

    private static OpenApiDocument of(String hostile, int number, ScanDepth depth) {
        JsonNode root = Yaml.read(hostile); // JSON is YAML.
        if (!root.path("openapi").isString() && !root.path("swagger").isString()) {
            throw new BadJsonException("not an OpenAPI description");
        }
        return new OpenApiDocument(root, number, depth);
    }

    /** A file of the project, of which the text is known; nothing where it is no description. */
    public static Optional<OpenApiFile> file(Path path, String hostile) {
        try {
            return read(hostile, 0, ScanDepth.QUICK).stream()
                    .filter(operation -> operation.method().equals("GET"))
                    .map(operation -> new OpenApiFile(path, base(hostile), operation.path()))
                    .findFirst();
        } catch (BadJsonException none) {
            return Optional.empty();
        }
    }

    private void operation(String path, JsonNode item, Map.Entry<String, JsonNode> one) {
        String method = one.getKey().toUpperCase(Locale.ROOT);
        boolean taken =
                switch (method) {
                    case "GET", "POST" -> true;
                    case "PUT" -> depth == ScanDepth.DEEP;
                    default -> false;
                };
        if (!taken || !path.startsWith("/")) {
            return;
        }
        String full = base() + path;
        var query = new ArrayList<String>();
        var form = new ArrayList<String>();
        String body = "";
        for (JsonNode each : both(item.path("parameters"), one.getValue().path("parameters"))) {
            JsonNode parameter = resolved(each);
            String name = parameter.path("name").asString("");
            String value =
                    plain(
                            example(
                                    parameter.has("schema") ? parameter.path("schema") : parameter,
                                    0));
            switch (parameter.path("in").asString("")) {
                case "path" -> full = full.replace("{" + name + "}", encoded(value));
                case "query" -> query.add(encoded(name) + "=" + encoded(value));
                case "formData" -> form.add(encoded(name) + "=" + encoded(value));
                case "body" -> body = Json.text(example(parameter.path("schema"), 0));
                default -> {}
            }
        }
        String type = body.isEmpty() ? FORM : JSON;
        JsonNode content = resolved(one.getValue().path("requestBody")).path("content");
        if (content.has(JSON)) {
            type = JSON;
            body = Json.text(example(content.path(JSON).path("schema"), 0));
        } else if (content.has(FORM)) {
            example(content.path(FORM).path("schema"), 0)
                    .properties()
                    .forEach(
                            member ->
                                    form.add(
                                            encoded(member.getKey())
                                                    + "="
                                                    + encoded(plain(member.getValue()))));
        }
        if (!form.isEmpty()) {
            body = String.join("&", form);
        }
        String target = full + (query.isEmpty() ? "" : "?" + String.join("&", query));
        if (target.length() <= MOST_TEXT
                && body.length() <= MOST_TEXT
                && target.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            found.add(
                    new ApiOperation(
                            number, method, target, type, method.equals("GET") ? "" : body));
        }
    }

    /** The path below which the API lives; its host is not asked: the scope says where it is. */
    private String base() {
        String url =
                root.has("swagger")
                        ? root.path("basePath").asString("")
                        : root.path("servers").path(0).path("url").asString("");
        String path = url.replaceFirst("^[a-zA-Z]+://[^/]*", "").replaceFirst("/+$", "");
        return path.startsWith("/") && !path.contains("{") ? path : "";
    }

    private static List<JsonNode> both(JsonNode common, JsonNode own) {
        var all = new ArrayList<JsonNode>();
        common.forEach(all::add);
        own.forEach(all::add);
        return all;
    }

    private JsonNode resolved(JsonNode node) {
        JsonNode at = node;
        for (int i = 0; i < DEEPEST && at.has("$ref"); i++) {
            String reference = at.path("$ref").asString("");
            if (!reference.startsWith("#/") || reference.length() > MOST_TEXT) {
                return Json.object();
            }
            at = root.at(reference.substring(1));
        }
        return at;
    }

    /** A value that fits a schema: its own example where it has one. */
    private JsonNode example(JsonNode schema, int deep) {
        JsonNode form = resolved(schema);
        for (String given : List.of("example", "default")) {
            if (form.has(given)) {
                return form.path(given);
            }
        }
        if (form.path("enum").isArray() && !form.path("enum").isEmpty()) {
            return form.path("enum").path(0);
        }
        if (deep > DEEPEST) {
            return Json.object().stringNode("1");
        }
        return switch (form.path("type").asString(form.has("properties") ? "object" : "string")) {
            case "object" -> {
                ObjectNode object = Json.object();
                form.path("properties")
                        .properties()
                        .forEach(p -> object.set(p.getKey(), example(p.getValue(), deep + 1)));
                yield object;
            }
            case "array" -> {
                ArrayNode array = Json.array();
                yield array.add(example(form.path("items"), deep + 1));
            }
            case "integer", "number" -> Json.object().numberNode(1);
            case "boolean" -> Json.object().booleanNode(true);
            default -> Json.object().stringNode("1");
        };
    }

    private static String plain(JsonNode value) {
        return value.isString() ? value.asString() : value.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
