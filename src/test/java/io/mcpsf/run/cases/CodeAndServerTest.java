package io.mcpsf.run.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.mcpsf.json.Json;
import io.mcpsf.model.CodeObservation;
import io.mcpsf.model.Health;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Sense;
import io.mcpsf.report.Reproduce;
import io.mcpsf.run.Assessment;
import io.mcpsf.run.request.Access;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.ModelUse;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server's code is read and the same server, where it runs, is questioned: one case. */
final class CodeAndServerTest {

    @TempDir Path temp;

    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private String url;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void bothAreInOneCase() throws Exception {
        Outcome outcome = assess(project().toString(), url + "?key=of-the-user", true);

        assertThat(outcome.evidence().file().subject().name()).isEqualTo("notes");
        assertThat(outcome.evidence().of(ToolListed.class).map(seen -> seen.what().name()))
                .containsOnly("echo");
        assertThat(outcome.evidence().of(CodeObservation.class)).isNotEmpty();
        assertThat(outcome.evidence().coverage().phases())
                .containsKeys(Phase.INSPECT, Phase.START, Phase.HANDSHAKE);
        assertThat(outcome.evidence().coverage().sense(Sense.PROTOCOL).health())
                .isEqualTo(Health.FULL);
        assertThat(outcome.evidence().coverage().sense(Sense.PROCESSES).why())
                .isEqualTo("the server runs outside the sandbox");
        assertThat(Reproduce.command(outcome.evidence().file()))
                .contains(" --server-url " + url)
                .doesNotContain("of-the-user");
    }

    @Test
    void withoutConsentNeitherIsTouched() {
        assertThatThrownBy(() -> assess(project().toString(), url, false))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("was not contacted");
        assertThat(asked).hasValue(0);
        assertThat(temp.resolve("reports")).doesNotExist();
    }

    @Test
    void twoServersAreOneTooMany() {
        assertThatThrownBy(() -> assess("https://mcp.site.example/", url, true))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("two servers were given");
    }

    @Test
    void aFolderIsNoAddressOfAServer() {
        assertThatThrownBy(() -> assess(project().toString(), temp.toString(), true))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--server-url is not the URL of a server");
    }

    private Path project() throws IOException {
        Path project = Files.createDirectories(temp.resolve("server"));
        Files.writeString(
                project.resolve("package.json"),
                """
                {"name": "notes", "version": "1.0.0", "main": "index.js"}
                """);
        Files.writeString(
                project.resolve("index.js"),
                """
                const {exec} = require('child_process');
                server.tool('echo', {}, ({cmd}) => exec(cmd));
                """);
        return project;
    }

    private Outcome assess(String source, String address, boolean consent) throws Exception {
        var request =
                new AssessRequest(
                        source,
                        List.of(),
                        List.of(),
                        Map.of(),
                        List.of(),
                        "balanced",
                        temp.resolve("reports"),
                        "auto",
                        Duration.ofSeconds(60),
                        1,
                        new CacheOptions(
                                true,
                                false,
                                Files.createDirectories(temp.resolve("cache")),
                                _ -> {}),
                        new Access(List.of(), false, _ -> consent, false, address),
                        ModelUse.none(),
                        AssessRequest.Fuzz.usual(),
                        AssessRequest.Bounds.usual(),
                        List.of());
        return new Assessment().assess(request, Progress.none());
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.incrementAndGet();
        byte[] bytes = exchange.getRequestBody().readAllBytes();
        JsonNode message = bytes.length == 0 ? Json.object() : Json.read(bytes);
        if (!message.has("id")) {
            exchange.sendResponseHeaders(message.has("method") ? 202 : 405, -1);
            exchange.close();
            return;
        }
        ObjectNode answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", message.path("id"));
        ObjectNode result = answer.putObject("result");
        switch (message.path("method").asString("")) {
            case "initialize" -> {
                result.put("protocolVersion", "2025-06-18");
                result.putObject("capabilities").putObject("tools");
                result.putObject("serverInfo").put("name", "notes").put("version", "1.0.0");
            }
            case "tools/list" -> {
                ObjectNode tool = result.putArray("tools").addObject().put("name", "echo");
                tool.putObject("inputSchema").put("type", "object");
            }
            default -> result.putArray("content").addObject().put("type", "text").put("text", "hi");
        }
        byte[] said = Json.bytes(answer);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, said.length);
        exchange.getResponseBody().write(said);
        exchange.close();
    }
}
