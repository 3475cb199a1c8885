package io.mcpsf.interrogate.llm;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Who runs the model, and how one writes to them. */
public enum Provider {
    ANTHROPIC("https://api.anthropic.com", "claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
    /** Anyone who speaks the same protocol; a local one may want no key. */
    OPENAI("https://api.openai.com/v1", "gpt-5-mini", "OPENAI_API_KEY"),
    OLLAMA("http://127.0.0.1:11434", "llama3.1", "");

    private final String home;
    private final String model;
    private final String keyName;

    Provider(String home, String model, String keyName) {
        this.home = home;
        this.model = model;
        this.keyName = keyName;
    }

    static Optional<Provider> named(String word) {
        return Arrays.stream(values())
                .filter(p -> p.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst();
    }

    String usualModel() {
        return model;
    }

    /** The variable that the key stands in, or empty if there is none. */
    String keyName() {
        return keyName;
    }

    /** Where to send questions, as the environment says or at home. */
    URI endpoint(Map<String, String> env) {
        return switch (this) {
            case ANTHROPIC -> URI.create(base(env, "ANTHROPIC_BASE_URL") + "/v1/messages");
            case OPENAI -> URI.create(base(env, "OPENAI_BASE_URL") + "/chat/completions");
            case OLLAMA -> {
                String host = base(env, "OLLAMA_HOST");
                yield URI.create((host.contains("://") ? host : "http://" + host) + "/api/chat");
            }
        };
    }

    private String base(Map<String, String> env, String name) {
        String given = env.getOrDefault(name, "").strip();
        String base = given.isEmpty() ? home : given;
        return base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    }

    Map<String, String> headers(String key) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("content-type", "application/json");
        switch (this) {
            case ANTHROPIC -> {
                headers.put("x-api-key", key);
                headers.put("anthropic-version", "2023-06-01");
            }
            case OPENAI -> {
                if (!key.isEmpty()) {
                    headers.put("authorization", "Bearer " + key);
                }
            }
            case OLLAMA -> {}
        }
        return headers;
    }

    ObjectNode question(String model, String rules, String task, int maxTokens) {
        ObjectNode body = Json.object().put("model", model);
        switch (this) {
            case ANTHROPIC -> {
                body.put("max_tokens", maxTokens).put("system", rules);
                message(body.putArray("messages"), "user", task);
            }
            case OPENAI -> {
                body.put("max_completion_tokens", maxTokens);
                ArrayNode messages = body.putArray("messages");
                message(messages, "system", rules);
                message(messages, "user", task);
            }
            case OLLAMA -> {
                body.put("stream", false).put("format", "json");
                body.putObject("options").put("num_predict", maxTokens);
                ArrayNode messages = body.putArray("messages");
                message(messages, "system", rules);
                message(messages, "user", task);
            }
        }
        return body;
    }

    private static void message(ArrayNode messages, String role, String content) {
        messages.addObject().put("role", role).put("content", content);
    }

    /** What the model said, and what the provider says that it cost in tokens. */
    Said read(JsonNode reply) {
        JsonNode usage = reply.path("usage");
        return switch (this) {
            case ANTHROPIC ->
                    new Said(
                            Json.text(reply.path("content").path(0), "text"),
                            tokens(usage, "input_tokens"),
                            tokens(usage, "output_tokens"));
            case OPENAI ->
                    new Said(
                            Json.text(reply.path("choices").path(0).path("message"), "content"),
                            tokens(usage, "prompt_tokens"),
                            tokens(usage, "completion_tokens"));
            case OLLAMA ->
                    new Said(
                            Json.text(reply.path("message"), "content"),
                            tokens(reply, "prompt_eval_count"),
                            tokens(reply, "eval_count"));
        };
    }

    private static int tokens(JsonNode node, String name) {
        return Math.clamp(node.path(name).asLong(0), 0, 10_000_000);
    }

    /** One answer of a model. */
    record Said(String text, int input, int output) {}
}
