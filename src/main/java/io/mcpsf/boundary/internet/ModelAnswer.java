package io.mcpsf.boundary.internet;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A language model's answer in the words of OpenAI's interface, which many programs imitate, at any
 * host; and in those of Ollama at its port. It says the same to every prompt, at once or in pieces.
 */
final class ModelAnswer {

    private static final Pattern OPENAI =
            Pattern.compile(
                    ".*/v1/(models|chat/completions|completions|embeddings|responses)(?:/[^/]+)?");
    private static final Pattern OLLAMA = Pattern.compile("/api/([a-z]+)");
    private static final String OLLAMA_PORT = ":11434";
    private static final String NAME = "llama3.2:latest";
    private static final List<String> SAID = List.of("Here", " is", " a", " short", " answer.");
    private static final String CREATED = "2026-10-02T08:14:31.52Z";
    private static final String DETAILS =
            """
            {"parent_model":"","format":"gguf","family":"llama","families":["llama"],"parameter_size":"3.2B",\
            "quantization_level":"Q4_K_M"}\
            """;
    private static final String VECTOR =
            "[0.0123,-0.0456,0.0789,-0.0012,0.0345,0.0678,-0.0901,0.0234]";

    private final JsonNode body;
    private final String model;

    private ModelAnswer(JsonNode body, String other) {
        this.body = body;
        String asked = Json.text(body, "model");
        this.model = asked.matches("[\\w.:/@-]{1,100}") ? asked : other;
    }

    static Optional<HttpReply> of(HttpRequest request) {
        String whole = request.head().path().toLowerCase(Locale.ROOT);
        String path = whole.substring(0, Math.min(500, whole.length())).replaceFirst("\\?.*", "");
        Matcher openai = OPENAI.matcher(path);
        Matcher ollama = OLLAMA.matcher(path);
        boolean local = request.head().authority().endsWith(OLLAMA_PORT);
        boolean posted = request.head().method().equals("POST");
        JsonNode body = posted ? read(request.body()) : Json.object();
        if (openai.matches() && posted != openai.group(1).equals("models")) {
            return new ModelAnswer(body, "gpt-4o").openai(openai.group(1));
        }
        if (local && path.equals("/")) {
            return Optional.of(HttpReply.of(200, "text/plain; charset=utf-8", "Ollama is running"));
        }
        return local && ollama.matches()
                ? new ModelAnswer(body, NAME).ollama(ollama.group(1))
                : Optional.empty();
    }

    private static JsonNode read(byte[] hostile) {
        try {
            return Json.read(hostile);
        } catch (BadJsonException e) {
            return Json.object();
        }
    }

    private Optional<HttpReply> openai(String what) {
        boolean pieces = body.path("stream").asBoolean(false);
        return switch (what) {
            case "models" ->
                    json(
                            """
                            {"object":"list","data":[{"id":"gpt-4o","object":"model","created":1715367049,\
                            "owned_by":"system"},{"id":"text-embedding-3-small","object":"model",\
                            "created":1705948997,"owned_by":"system"}]}\
                            """);
            case "embeddings" ->
                    json(
                            """
                            {"object":"list","model":"%s","data":[{"object":"embedding","index":0,\
                            "embedding":%s}],"usage":{"prompt_tokens":8,"total_tokens":8}}\
                            """
                                    .formatted(model, VECTOR));
            case "responses" ->
                    json(
                            """
                            {"id":"resp_67ccd2bed1ec8190b14f964a","object":"response","status":"completed",\
                            "model":"%s","output":[{"type":"message","id":"msg_67ccd2bf17f0","status":"completed",\
                            "role":"assistant","content":[{"type":"output_text","text":%s,"annotations":[]}]}],\
                            "usage":{"input_tokens":12,"output_tokens":6,"total_tokens":18}}\
                            """
                                    .formatted(model, quoted(said())));
            case "completions" ->
                    pieces
                            ? events("text_completion", "\"text\":%s")
                            : json(completion("text_completion", "\"text\":" + quoted(said())));
            default ->
                    pieces
                            ? events(
                                    "chat.completion.chunk",
                                    "\"delta\":{\"role\":\"assistant\",\"content\":%s}")
                            : json(
                                    completion(
                                            "chat.completion",
                                            "\"message\":{\"role\":\"assistant\",\"content\":%s}"
                                                    .formatted(quoted(said()))));
        };
    }

    private String completion(String object, String part) {
        return """
        {"id":"chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT","object":"%s","created":1764144871,"model":"%s",\
        "choices":[{"index":0,%s,"logprobs":null,"finish_reason":"stop"}],\
        "usage":{"prompt_tokens":12,"completion_tokens":6,"total_tokens":18}}\
        """
                .formatted(object, model, part);
    }

    private Optional<HttpReply> events(String object, String part) {
        var all = new StringBuilder();
        for (String piece : SAID) {
            all.append("data: ").append(event(object, part.formatted(quoted(piece)), "null"));
        }
        String last = part.contains("delta") ? "\"delta\":{}" : part.formatted("\"\"");
        all.append("data: ").append(event(object, last, "\"stop\"")).append("data: [DONE]\n\n");
        return Optional.of(HttpReply.of(200, "text/event-stream; charset=utf-8", all.toString()));
    }

    private String event(String object, String part, String finish) {
        return """
        {"id":"chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG","object":"%s","created":1764144871,"model":"%s",\
        "choices":[{"index":0,%s,"finish_reason":%s}]}

        """
                .formatted(object, model, part, finish);
    }

    private Optional<HttpReply> ollama(String what) {
        String known =
                """
                {"name":"%1$s","model":"%1$s","modified_at":"%2$s","size":2019393189,\
                "digest":"a80c4f17acd55265feec403c7aef86be0c25983ab279d83f3bcd3abbcb5b8b72","details":%3$s}\
                """
                        .formatted(NAME, CREATED, DETAILS);
        return switch (what) {
            case "version" -> json("{\"version\":\"0.5.7\"}");
            case "tags", "ps" -> json("{\"models\":[" + known + "]}");
            case "show" ->
                    json(
                            """
                            {"license":"","modelfile":"FROM llama3.2","parameters":"","template":"{{ .Prompt }}",\
                            "details":%s,"model_info":{"general.architecture":"llama"},"capabilities":["completion"]}\
                            """
                                    .formatted(DETAILS));
            case "embed" -> json("{\"model\":\"%s\",\"embeddings\":[%s]}".formatted(model, VECTOR));
            case "embeddings" -> json("{\"embedding\":%s}".formatted(VECTOR));
            case "generate" -> told("\"response\":%s");
            case "chat" -> told("\"message\":{\"role\":\"assistant\",\"content\":%s}");
            case "pull", "push", "create", "copy", "delete" -> json("{\"status\":\"success\"}");
            default -> Optional.empty();
        };
    }

    /** One line for each piece unless the client wants it whole. */
    private Optional<HttpReply> told(String part) {
        String start = "{\"model\":\"%s\",\"created_at\":\"%s\",".formatted(model, CREATED);
        String end =
                """
                ,"done":true,"done_reason":"stop","total_duration":481203000,"load_duration":2103000,\
                "prompt_eval_count":12,"prompt_eval_duration":91000000,"eval_count":6,"eval_duration":214000000}
                """;
        if (!body.path("stream").asBoolean(true)) {
            return json(start + part.formatted(quoted(said())) + end);
        }
        var all = new StringBuilder();
        for (String piece : SAID) {
            all.append(start).append(part.formatted(quoted(piece))).append(",\"done\":false}\n");
        }
        all.append(start).append(part.formatted("\"\"")).append(end);
        return Optional.of(HttpReply.of(200, "application/x-ndjson", all.toString()));
    }

    /** Whoever wants an object gets an empty one. */
    private String said() {
        boolean object =
                Json.text(body, "format").equals("json")
                        || Json.text(body.path("response_format"), "type").startsWith("json");
        return object ? "{}" : String.join("", SAID);
    }

    private static String quoted(String ours) {
        return "\"" + ours + "\"";
    }

    private static Optional<HttpReply> json(String text) {
        return Optional.of(HttpReply.of(200, "application/json; charset=utf-8", text));
    }
}
