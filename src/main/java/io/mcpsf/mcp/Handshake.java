package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Optional;

/**
 * Finds out which protocol a server speaks: the handshake first, since nearly all do; when that is
 * refused, the stateless one; when the refusal names older revisions, the handshake once more.
 */
final class Handshake {

    private final McpClient client;
    private final Identity identity;

    Handshake(McpClient client, Identity identity) {
        this.client = client;
        this.identity = identity;
    }

    Greeting greet(Era first, Duration atMost) throws InterruptedException {
        return switch (first) {
            case HANDSHAKE -> handshakeFirst(atMost);
            case STATELESS -> statelessFirst(atMost);
        };
    }

    private Greeting handshakeFirst(Duration atMost) throws InterruptedException {
        Reply first = initialize(Era.NEWEST_HANDSHAKE, atMost);
        if (!(first instanceof Reply.Err refusal)) {
            return welcome(first);
        }
        Optional<String> older = named(refusal);
        if (older.isPresent()) {
            return welcome(initialize(older.get(), atMost));
        }
        Reply second = discover(atMost);
        return switch (second) {
            case Reply.Ok(JsonNode result, long _) -> discovered(result);
            // The first refusal says more about a server that has neither.
            case Reply.Err _ -> new Greeting.Refused(first);
            case Reply.TimedOut _, Reply.Closed _ -> new Greeting.Refused(second);
        };
    }

    private Greeting statelessFirst(Duration atMost) throws InterruptedException {
        Reply first = discover(atMost);
        if (first instanceof Reply.Err refusal
                && contains(refusal.data().path("supported"), Era.NEWEST_STATELESS)) {
            // It speaks our revision after all: once more.
            first = discover(atMost);
        }
        return switch (first) {
            case Reply.Ok(JsonNode result, long _) -> discovered(result);
            case Reply.Err _ -> welcome(initialize(Era.NEWEST_HANDSHAKE, atMost));
            case Reply.TimedOut _, Reply.Closed _ -> new Greeting.Refused(first);
        };
    }

    private Reply discover(Duration atMost) throws InterruptedException {
        return client.ask(
                "server/discover", stamped(Json.object(), identity, Era.NEWEST_STATELESS), atMost);
    }

    /** A request's parameters with what the stateless protocol wants in each. */
    static ObjectNode stamped(ObjectNode params, Identity identity, String revision) {
        ObjectNode meta = params.withObjectProperty("_meta");
        meta.put("io.modelcontextprotocol/protocolVersion", revision);
        meta.set("io.modelcontextprotocol/clientInfo", identity.info());
        meta.set("io.modelcontextprotocol/clientCapabilities", identity.capabilities());
        return params;
    }

    private Reply initialize(String revision, Duration atMost) throws InterruptedException {
        ObjectNode params = Json.object().put("protocolVersion", revision);
        params.set("capabilities", identity.capabilities());
        params.set("clientInfo", identity.info());
        return client.ask("initialize", params, atMost);
    }

    private Greeting welcome(Reply reply) {
        if (!(reply instanceof Reply.Ok(JsonNode result, long _))) {
            return new Greeting.Refused(reply);
        }
        String protocol = Json.text(result, "protocolVersion");
        client.agreed(protocol);
        client.tell("notifications/initialized", Json.object());
        String odd = Era.HANDSHAKES.contains(protocol) ? "" : "unsupported protocol version";
        return new Greeting.Welcome(
                Era.HANDSHAKE,
                protocol,
                server(result, result.path("serverInfo")),
                result.path("capabilities"),
                result.isObject() ? odd : "initialize result is not an object");
    }

    private Greeting discovered(JsonNode result) {
        String protocol = Era.NEWEST_STATELESS;
        String odd = "";
        JsonNode offered = result.path("supportedVersions");
        if (!contains(offered, protocol)) {
            protocol = offered.path(0).asString(protocol);
            odd = "unsupported protocol version";
        }
        client.agreed(protocol);
        JsonNode info = result.path("serverInfo");
        JsonNode meta = result.path("_meta").path("io.modelcontextprotocol/serverInfo");
        return new Greeting.Welcome(
                Era.STATELESS,
                protocol,
                server(result, info.isObject() ? info : meta),
                result.path("capabilities"),
                odd);
    }

    private static Greeting.Server server(JsonNode result, JsonNode info) {
        return new Greeting.Server(
                Json.text(info, "name"),
                Json.text(info, "version"),
                Json.text(result, "instructions"));
    }

    /** An older revision of the handshake that a refusal names as supported. */
    private static Optional<String> named(Reply.Err refusal) {
        for (JsonNode revision : refusal.data().path("supported")) {
            String text = revision.asString("");
            if (Era.HANDSHAKES.contains(text) && !text.equals(Era.NEWEST_HANDSHAKE)) {
                return Optional.of(text);
            }
        }
        return Optional.empty();
    }

    private static boolean contains(JsonNode list, String text) {
        for (JsonNode element : list) {
            if (element.asString("").equals(text)) {
                return true;
            }
        }
        return false;
    }
}
