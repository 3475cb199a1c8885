package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.model.Observation.InputBroke;
import io.mcpsf.model.Sink;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Requests that no client makes: a server refuses them and lives on. */
final class Breaches {

    private static final Duration ONE = Duration.ofSeconds(2);

    private final McpSession session;
    private final Sink sink;

    Breaches(McpSession session, Sink sink) {
        this.session = session;
        this.sink = sink;
    }

    /** False when the server did not survive one of them. */
    boolean survived(Mark mark) throws InterruptedException {
        for (var breach : all(mark).entrySet()) {
            String method = breach.getKey().substring(0, breach.getKey().indexOf(' '));
            if (session.ask(method, breach.getValue(), ONE) instanceof Reply.Closed) {
                sink.saw(
                        new InputBroke(
                                "crash",
                                "protocol-abuse",
                                method,
                                "params",
                                Caps.cut(Json.text(breach.getValue()), Caps.PAYLOAD),
                                1));
                return false;
            }
        }
        return true;
    }

    private static Map<String, ObjectNode> all(Mark mark) {
        String nonce = mark.nonce();
        ObjectNode deep = Json.object();
        ObjectNode level = deep;
        for (int i = 0; i < 200; i++) {
            level = level.putObject("x");
        }
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        all.put("tools/call empty", Json.object());
        all.put("tools/call number", Json.object().put("name", 1));
        all.put("tools/call unknown", Json.object().put("name", nonce));
        all.put("tools/call prototype", Json.object().put("name", "__proto__"));
        all.put("tools/call deep", deep.put("name", nonce));
        all.put("tools/list cursor", Json.object().put("cursor", nonce));
        all.put("prompts/get unknown", Json.object().put("name", nonce));
        all.put("resources/read unknown", Json.object().put("uri", nonce + "://../" + nonce));
        all.put(nonce + "/x unknown", Json.object());
        return all;
    }
}
