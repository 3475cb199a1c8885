package io.mcpsf.mcp.http;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Outgoing;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** The headers in which the stateless revision repeats what a request says, for those between. */
final class Stateless {

    static final String REVISION = "MCP-Protocol-Version";

    private static final Pattern PLAIN =
            Pattern.compile("[\\x21-\\x7E]([\\x20-\\x7E]*[\\x21-\\x7E])?");

    private Stateless() {}

    /** None for a message of an older revision. */
    static List<Header> headers(Outgoing message) {
        JsonNode params = message.json().path("params");
        String revision =
                Json.text(params.path("_meta"), "io.modelcontextprotocol/protocolVersion");
        var headers = new ArrayList<Header>();
        if (!revision.matches("[0-9A-Za-z.-]{1,64}")) {
            return headers;
        }
        headers.add(new Header(REVISION, revision));
        headers.add(new Header("Mcp-Method", value(message.method())));
        String name =
                switch (message.method()) {
                    case "tools/call", "prompts/get" -> Json.text(params, "name");
                    case "resources/read" -> Json.text(params, "uri");
                    case "tasks/get", "tasks/update", "tasks/cancel" -> Json.text(params, "taskId");
                    default -> "";
                };
        if (!name.isEmpty()) {
            headers.add(new Header("Mcp-Name", value(name)));
        }
        message.headers().forEach((key, text) -> headers.add(new Header(key, value(text))));
        return headers;
    }

    /** A text as a header can hold it: plain, or in base64 when it has other characters. */
    static String value(String text) {
        boolean plain = PLAIN.matcher(text).matches() || text.isEmpty();
        if (plain && text.length() <= 4096 && !text.startsWith("=?base64?")) {
            return text;
        }
        String cut = text.substring(0, Math.min(text.length(), 1024));
        byte[] bytes = cut.getBytes(StandardCharsets.UTF_8);
        return "=?base64?" + Base64.getEncoder().encodeToString(bytes) + "?=";
    }
}
