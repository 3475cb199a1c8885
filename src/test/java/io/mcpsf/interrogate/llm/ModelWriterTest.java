package io.mcpsf.interrogate.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Against a real HTTP server that speaks the wire formats of the three providers. */
final class ModelWriterTest {

    private static final String IDEAS = "{\"arguments\":[{\"city\":\"Bern\"},{\"city\":\"x'--\"}]}";
    private static final JsonNode SCHEMA =
            Json.read("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}");

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream record = new ByteArrayOutputStream();
    private HttpServer server;
    private String home;
    private String says = IDEAS;
    private int status = 200;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        home = "http://127.0.0.1:" + server.getAddress().getPort();
        server.createContext(
                "/",
                exchange -> {
                    String path = exchange.getRequestURI().getPath();
                    JsonNode body = Json.read(exchange.getRequestBody());
                    var headers = exchange.getRequestHeaders();
                    asked.add(
                            "%s %s%s %s"
                                    .formatted(
                                            path,
                                            headers.getOrDefault("x-api-key", List.of()),
                                            headers.getOrDefault("authorization", List.of()),
                                            Json.text(body)));
                    byte[] reply = Json.bytes(reply(path));
                    exchange.getResponseHeaders().add("location", home + "/elsewhere");
                    exchange.sendResponseHeaders(status, reply.length);
                    exchange.getResponseBody().write(reply);
                    exchange.close();
                });
        server.start();
    }

    private ObjectNode reply(String path) {
        ObjectNode reply = Json.object();
        switch (path) {
            case "/v1/messages" -> {
                reply.putArray("content").addObject().put("type", "text").put("text", says);
                reply.putObject("usage").put("input_tokens", 400).put("output_tokens", 100);
            }
            case "/v1/chat/completions" -> {
                reply.putArray("choices").addObject().putObject("message").put("content", says);
                reply.putObject("usage").put("prompt_tokens", 400).put("completion_tokens", 100);
            }
            case "/api/chat" -> {
                reply.putObject("message").put("content", says);
                reply.put("prompt_eval_count", 400).put("eval_count", 100);
            }
            default -> reply.put("error", path);
        }
        return reply;
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void anthropicIsAskedAsItWants() throws InterruptedException {
        assertThat(
                        ideas(
                                "anthropic:m1",
                                Map.of("ANTHROPIC_BASE_URL", home, "ANTHROPIC_API_KEY", "k")))
                .containsExactly("{\"city\":\"Bern\"}", "{\"city\":\"x'--\"}");
        assertThat(asked.getFirst()).startsWith("/v1/messages [k][] ").contains("\"model\":\"m1\"");
    }

    @Test
    void anyoneWhoSpeaksLikeOpenAiIsAskedAsTheyWant() throws InterruptedException {
        assertThat(
                        ideas(
                                "openai:m2",
                                Map.of("OPENAI_BASE_URL", home + "/v1", "OPENAI_API_KEY", "k")))
                .hasSize(2);
        assertThat(asked.getFirst()).startsWith("/v1/chat/completions [][Bearer k] ");
    }

    @Test
    void ollamaIsAskedAsItWants() throws InterruptedException {
        assertThat(ideas("ollama", Map.of("OLLAMA_HOST", home.substring(7)))).hasSize(2);
        assertThat(asked.getFirst()).startsWith("/api/chat [][] ").contains("\"stream\":false");
    }

    @Test
    void whatWasSaidIsGivenAgain(@TempDir Path folder) throws IOException, InterruptedException {
        List<String> first = ideas("ollama", Map.of("OLLAMA_HOST", home));
        Path file = Files.write(folder.resolve("llm.jsonl"), record.toByteArray());
        var replay = ReplayWriter.read(file);

        assertThat(replay.more("weather", SCHEMA, List.of()).stream().map(Json::text).toList())
                .isEqualTo(first);
        assertThat(replay.more("weather", SCHEMA, List.of())).isEmpty();
        assertThat(replay.more("other", SCHEMA, List.of())).isEmpty();
        assertThat(asked).hasSize(1);
    }

    @Test
    void theAllowanceIsNotExceeded() throws InterruptedException {
        Map<String, String> env = Map.of("OLLAMA_HOST", home, "MCPSF_LLM_TOKENS", "3500");
        try (var writer = writer("ollama", env)) {
            for (int i = 0; i < 10; i++) {
                writer.more("weather", SCHEMA, List.of());
            }

            assertThat(writer.tokens()).isBetween(500L, 3_500L);
            assertThat(writer.trouble()).contains("used up");
        }
        assertThat(asked.size()).isBetween(1, 4);
    }

    @Test
    void moneyIsAnAllowanceToo() throws InterruptedException {
        Map<String, String> env =
                Map.of("OPENAI_BASE_URL", home + "/v1", "MCPSF_LLM_DOLLARS", "0.01");
        try (var writer = writer("openai", env)) {
            assertThat(writer.more("weather", SCHEMA, List.of())).isEmpty();
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void aProviderThatFailsIsAskedOnce() throws InterruptedException {
        status = 500;
        try (var writer = writer("ollama", Map.of("OLLAMA_HOST", home))) {
            assertThat(writer.more("weather", SCHEMA, List.of())).isEmpty();
            assertThat(writer.more("weather", SCHEMA, List.of())).isEmpty();
            assertThat(writer.trouble()).contains("status 500");
        }
        assertThat(asked).hasSize(1);
    }

    @Test
    void aRedirectIsNotFollowedWithTheKey() throws InterruptedException {
        status = 302;
        assertThat(ideas("ollama", Map.of("OLLAMA_HOST", home))).isEmpty();
        assertThat(asked).hasSize(1);
    }

    @Test
    void nonsenseGivesNoIdeas() {
        for (String text :
                List.of("", "no", "[1,2]", "{\"arguments\":7}", "[[[[", "]{", "{\"a\":{}}")) {
            assertThat(Ideas.in(text)).as(text).isEmpty();
        }
        assertThat(Ideas.in("Sure! ```json\n[{\"a\":1}]\n```")).hasSize(1);
        assertThat(Ideas.in("[" + "{\"a\":1},".repeat(50) + "{}]")).hasSize(Ideas.MOST);
        assertThat(Ideas.in("[{\"a\":\"" + "x".repeat(9_000) + "\"}]")).isEmpty();
        assertThat(Ideas.in("[".repeat(60_000))).isEmpty();
    }

    @Test
    void theKeyStandsInNoText() {
        Model model = Model.of("anthropic", Map.of("ANTHROPIC_API_KEY", "sesame"));

        assertThat(model.toString()).doesNotContain("sesame");
    }

    @Test
    void nobodyIsAskedUnlessWished() {
        assertThat(Model.of("", Map.of("ANTHROPIC_API_KEY", "k"))).isInstanceOf(Model.None.class);
        assertThat(Model.of("", Map.of("MCPSF_LLM", "ollama"))).isInstanceOf(Model.At.class);
        assertThatThrownBy(() -> Model.of("anthropic", Map.of()))
                .isInstanceOf(BadModelException.class)
                .hasMessageContaining("ANTHROPIC_API_KEY");
        assertThatThrownBy(() -> Model.of("oracle", Map.of()))
                .isInstanceOf(BadModelException.class);
    }

    private List<String> ideas(String word, Map<String, String> env) throws InterruptedException {
        try (var writer = writer(word, env)) {
            return writer.more("weather", SCHEMA, List.of("weather answered: dry")).stream()
                    .map(Json::text)
                    .toList();
        }
    }

    private ModelWriter writer(String word, Map<String, String> env) {
        return new ModelWriter(
                (Model.At) Model.of(word, env),
                record,
                java.net.http.HttpClient.newHttpClient(),
                new java.util.Random(5));
    }
}
