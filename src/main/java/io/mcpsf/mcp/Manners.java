package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;

/** How a plain client with a careful user answers what a server asks of it. */
final class Manners {

    /** What a model says: short, true of anything, and nothing that a server could use. */
    private static final String SAID = "I have read it and have no further questions.";

    private final Identity identity;

    Manners(Identity identity) {
        this.identity = identity;
    }

    /** The whole response to a request. */
    ObjectNode response(Reading.Request request) {
        ObjectNode response = Json.object().put("jsonrpc", "2.0");
        response.set("id", request.id());
        Optional<ObjectNode> result = result(request.method(), request.params());
        if (result.isPresent()) {
            response.set("result", result.get());
        } else {
            response.putObject("error")
                    .put("code", Reply.Err.METHOD_NOT_FOUND)
                    .put("message", "Method not found");
        }
        return response;
    }

    /**
     * The answers to the questions inside an "input required" result, where an error has no place:
     * what we decline is left out.
     */
    ObjectNode inputs(JsonNode hostileRequests) {
        ObjectNode responses = Json.object();
        for (var entry : hostileRequests.properties()) {
            if (responses.size() >= Caps.INPUTS) {
                break;
            }
            JsonNode params = entry.getValue().path("params");
            result(Json.text(entry.getValue(), "method"), params)
                    .ifPresent(result -> responses.set(entry.getKey(), result));
        }
        return responses;
    }

    private Optional<ObjectNode> result(String method, JsonNode hostileParams) {
        return switch (method) {
            case "ping" -> Optional.of(Json.object());
            case "roots/list" -> Optional.of(identity.rootList());
            case "elicitation/create" -> Optional.of(form(hostileParams));
            case "sampling/createMessage" -> Optional.of(sampled());
            default -> Optional.empty();
        };
    }

    /** A server whose tool needs a model gets one: what it does then is what we want to see. */
    private static ObjectNode sampled() {
        ObjectNode answer =
                Json.object()
                        .put("role", "assistant")
                        .put("model", "claude-sonnet-4-5")
                        .put("stopReason", "endTurn");
        answer.putObject("content").put("type", "text").put("text", SAID);
        return answer;
    }

    private static void filled(ObjectNode content, String name, JsonNode hostileSchema) {
        switch (Json.text(hostileSchema, "type")) {
            case "boolean" -> content.put(name, true);
            case "integer", "number" -> content.put(name, 1);
            default -> {
                JsonNode choice = hostileSchema.path("enum").path(0);
                boolean mail = Json.text(hostileSchema, "format").equals("email");
                String text = mail ? "jordan@mail.site.example" : "Jordan";
                content.put(name, choice.isString() ? choice.asString() : text);
            }
        }
    }

    private ObjectNode form(JsonNode hostileParams) {
        if (identity.consent() == Identity.Consent.DECLINES) {
            return Json.object().put("action", "decline");
        }
        ObjectNode answer = Json.object().put("action", "accept");
        ObjectNode content = answer.putObject("content");
        JsonNode fields = hostileParams.path("requestedSchema").path("properties");
        for (var field : fields.properties()) {
            if (content.size() >= Caps.INPUTS) {
                break;
            }
            if (field.getValue().has("default")) {
                content.set(field.getKey(), field.getValue().path("default"));
            } else if (identity.consent() == Identity.Consent.FILLS_IN) {
                filled(content, field.getKey(), field.getValue());
            }
        }
        return answer;
    }
}
