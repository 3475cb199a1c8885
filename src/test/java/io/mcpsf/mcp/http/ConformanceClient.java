package io.mcpsf.mcp.http;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Era;
import io.mcpsf.mcp.FrameListener;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Greeting;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * A program for {@link ConformanceTest}: our client, which does at the address it is given what the
 * official suite asks clients to do in the scenario named in the environment.
 */
public final class ConformanceClient {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ConformanceClient() {}

    public static void main(String[] words) throws InterruptedException {
        String version = System.getenv().getOrDefault("MCP_CONFORMANCE_PROTOCOL_VERSION", "");
        Era era = version.equals("2026-07-28") ? Era.STATELESS : Era.HANDSHAKE;
        var identity =
                new Identity("claude-ai", "0.1.0", List.of(), Identity.Consent.ACCEPTS_DEFAULTS);
        var transport =
                new HttpTransport(
                        HttpTransport.Kind.STREAMABLE,
                        Endpoint.of(URI.create(words[words.length - 1])),
                        DirectDialer.usual(),
                        List.of(),
                        FrameTap.none(),
                        InstantSource.system());
        try (var client =
                McpClient.open(transport, FrameListener.none(), identity, Budget.usual())) {
            var session = new McpSession(client, identity);
            if (!(session.greet(era, PATIENCE) instanceof Greeting.Welcome)) {
                System.exit(1);
            }
            talk(session);
        }
    }

    private static void talk(McpSession session) throws InterruptedException {
        List<JsonNode> tools = session.list("tools/list", "tools", PATIENCE).items();
        JsonNode wanted =
                Json.read(System.getenv().getOrDefault("MCP_CONFORMANCE_CONTEXT", "{}"))
                        .path("toolCalls");
        if (wanted.isArray()) {
            for (JsonNode call : wanted) {
                ObjectNode params = Json.object().put("name", Json.text(call, "name"));
                params.set("arguments", call.path("arguments"));
                session.ask("tools/call", params, PATIENCE);
            }
        } else {
            for (JsonNode tool : tools) {
                session.ask("tools/call", call(tool, tools), PATIENCE);
            }
        }
        for (JsonNode resource : session.list("resources/list", "resources", PATIENCE).items()) {
            ObjectNode params = Json.object().put("uri", Json.text(resource, "uri"));
            session.ask("resources/read", params, PATIENCE);
        }
        for (JsonNode prompt : session.list("prompts/list", "prompts", PATIENCE).items()) {
            ObjectNode params = Json.object().put("name", Json.text(prompt, "name"));
            session.ask("prompts/get", params, PATIENCE);
        }
    }

    private static ObjectNode call(JsonNode tool, List<JsonNode> tools) {
        ObjectNode params = Json.object().put("name", Json.text(tool, "name"));
        ObjectNode arguments = params.putObject("arguments");
        if (Json.text(tool, "name").equals("json_schema_echo")) {
            // Wants the schema of the first tool back, to the letter.
            arguments.set("schema", tools.getFirst().path("inputSchema"));
            return params;
        }
        for (var property : tool.path("inputSchema").path("properties").properties()) {
            switch (Json.text(property.getValue(), "type")) {
                case "number", "integer" -> arguments.put(property.getKey(), 2);
                case "boolean" -> arguments.put(property.getKey(), true);
                default -> arguments.put(property.getKey(), "text");
            }
        }
        return params;
    }
}
