package io.mcpsf.exec.tools;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A tool as a function: {@code name} is what the server calls it, {@code identifier} what code
 * does. Names, descriptions and schemas are the server's own and hostile.
 */
record ToolSignature(
        String name,
        String identifier,
        String description,
        List<Parameter> parameters,
        JsonNode output) {

    private static final int MOST_PARAMETERS = 100;

    ToolSignature {
        parameters = List.copyOf(parameters);
    }

    /** One argument; the required ones come first. */
    record Parameter(
            String name,
            String identifier,
            String description,
            JsonNode schema,
            boolean required) {}

    static ToolSignature of(JsonNode hostileTool, String identifier) {
        JsonNode input = hostileTool.path("inputSchema");
        Set<String> required = new LinkedHashSet<>();
        for (JsonNode name : input.path("required")) {
            required.add(name.asString(""));
        }
        var identifiers = new Identifiers();
        var first = new ArrayList<Parameter>();
        var then = new ArrayList<Parameter>();
        for (var property : input.path("properties").properties()) {
            if (first.size() + then.size() >= MOST_PARAMETERS) {
                break;
            }
            boolean must = required.contains(property.getKey());
            (must ? first : then)
                    .add(
                            new Parameter(
                                    property.getKey(),
                                    identifiers.of(property.getKey()),
                                    Json.text(property.getValue(), "description"),
                                    property.getValue(),
                                    must));
        }
        first.addAll(then);
        return new ToolSignature(
                Json.text(hostileTool, "name"),
                identifier,
                Json.text(hostileTool, "description"),
                first,
                hostileTool.path("outputSchema"));
    }

    /** Any text as a literal of either language, in plain ASCII. */
    static String literal(String hostile) {
        var out = new StringBuilder("\"");
        for (int i = 0; i < hostile.length(); i++) {
            char c = hostile.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c > 0x7e) {
                out.append("\\u%04x".formatted((int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
