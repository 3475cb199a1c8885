package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What a listing says about how its tools want to be called, apart from their arguments. */
public final class ToolTraits {

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}");

    /** Arguments of one tool that are repeated in headers. */
    private static final int MOST_HEADERS = 32;

    private final Set<String> tasks = new HashSet<>();
    private final Set<String> forbidden = new HashSet<>();
    private final Map<String, Map<String, String>> mirrored = new HashMap<>();

    /** Looks at one item of a listing. */
    public synchronized void note(String method, JsonNode hostileTool) {
        if (!method.equals("tools/list")) {
            return;
        }
        String name = Json.text(hostileTool, "name");
        if (Json.text(hostileTool.path("execution"), "taskSupport").equals("required")) {
            tasks.add(name);
        }
        var headers = new LinkedHashMap<String, String>();
        var taken = new HashSet<String>();
        for (var property : hostileTool.path("inputSchema").path("properties").properties()) {
            JsonNode header = property.getValue().path("x-mcp-header");
            if (header.isMissingNode()) {
                continue;
            }
            String type = Json.text(property.getValue(), "type");
            boolean good =
                    header.isString()
                            && TOKEN.matcher(header.asString()).matches()
                            && Set.of("string", "integer", "boolean").contains(type)
                            && taken.add(header.asString().toLowerCase(Locale.ROOT))
                            && headers.size() < MOST_HEADERS;
            if (!good) {
                forbidden.add(name);
                return;
            }
            headers.put(property.getKey(), "Mcp-Param-" + header.asString());
        }
        if (!headers.isEmpty()) {
            mirrored.put(name, headers);
        }
    }

    /** Whether a tool can only be called as a task. */
    synchronized boolean needsTask(String tool) {
        return tasks.contains(tool);
    }

    /** Whether a tool wants headers that a client must not send, which makes it uncallable. */
    synchronized boolean forbidden(String tool) {
        return forbidden.contains(tool);
    }

    /** The arguments of a call that the tool wants to see in headers, too. */
    public synchronized Map<String, String> headers(JsonNode params) {
        var headers = new LinkedHashMap<String, String>();
        JsonNode arguments = params.path("arguments");
        mirrored.getOrDefault(Json.text(params, "name"), Map.of())
                .forEach(
                        (argument, header) -> {
                            JsonNode value = arguments.path(argument);
                            if (value.isString() || value.isNumber() || value.isBoolean()) {
                                headers.put(header, value.asString());
                            }
                        });
        return headers;
    }
}
