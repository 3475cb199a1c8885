package io.mcpsf.agent;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** The way to the client: answers, notifications, and questions to its user. From any thread. */
final class ClientLink {

    /** How long a person may take to decide. */
    private static final Duration DECIDING = Duration.ofMinutes(5);

    private final ClientChannel channel;
    private final AtomicLong ids = new AtomicLong();
    private final Map<String, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private volatile boolean elicits;

    ClientLink(ClientChannel channel) {
        this.channel = channel;
    }

    /** Whether it said that it can ask its user. */
    void able(boolean elicitation) {
        elicits = elicitation;
    }

    void answer(JsonNode id, ObjectNode result) {
        ObjectNode message = message();
        message.set("id", id);
        message.set("result", result);
        send(message);
    }

    void fail(JsonNode id, int code, String why) {
        ObjectNode message = message();
        message.set("id", id);
        message.putObject("error").put("code", code).put("message", why);
        send(message);
    }

    void tell(String method, ObjectNode params) {
        ObjectNode message = message().put("method", method);
        message.set("params", params);
        send(message);
    }

    /** Asks the user; only an explicit yes is one. */
    boolean confirmed(String question) throws InterruptedException {
        if (!elicits) {
            return false;
        }
        String id = "ask-" + ids.incrementAndGet();
        var answer = new CompletableFuture<JsonNode>();
        asked.put(id, answer);
        try {
            send(question(id, question));
            JsonNode result = answer.get(DECIDING.toMillis(), TimeUnit.MILLISECONDS);
            return result.path("action").asString("").equals("accept")
                    && result.path("content").path("allow").asBoolean(false);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } finally {
            asked.remove(id);
        }
    }

    /** A response of the client to a question of ours; any other is nobody's. */
    void answered(JsonNode message) {
        CompletableFuture<JsonNode> waiting = asked.remove(message.path("id").asString(""));
        if (waiting != null) {
            waiting.complete(message.path("result"));
        }
    }

    private static ObjectNode question(String id, String question) {
        ObjectNode message = message().put("id", id).put("method", "elicitation/create");
        ObjectNode params = message.putObject("params").put("message", question);
        ObjectNode schema = params.putObject("requestedSchema").put("type", "object");
        schema.putObject("properties")
                .putObject("allow")
                .put("type", "boolean")
                .put("title", "Allow")
                .put("description", "Allow this once");
        schema.putArray("required").add("allow");
        return message;
    }

    private static ObjectNode message() {
        return Json.object().put("jsonrpc", "2.0");
    }

    private synchronized void send(ObjectNode message) {
        try {
            channel.send(Json.bytes(message));
        } catch (IOException e) {
            return; // The client is gone; its input ends, too, and with it everything here.
        }
    }
}
