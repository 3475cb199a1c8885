package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;

/** How a plain client with a careful user answers what a server asks of it. */
final class Manners {

    private static final String DECLINED = "User rejected sampling request";

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
        } else if (request.method().equals("sampling/createMessage")) {
            response.putObject("error").put("code", -1).put("message", DECLINED);
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
            default -> Optional.empty();
        };
    }

    private ObjectNode form(JsonNode hostileParams) {
        if (identity.consent() == Identity.Consent.DECLINES) {
            return Json.object().put("action", "decline");
        }
        ObjectNode answer = Json.object().put("action", "accept");
        ObjectNode content = answer.putObject("content");
        JsonNode fields = hostileParams.path("requestedSchema").path("properties");
        for (var field : fields.properties()) {
            if (content.size() < Caps.INPUTS && field.getValue().has("default")) {
                content.set(field.getKey(), field.getValue().path("default"));
            }
        }
        return answer;
    }
}
