package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.FrameListener;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Greeting;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.http.DirectDialer;
import io.mcpsf.mcp.http.Endpoint;
import io.mcpsf.mcp.http.Header;
import io.mcpsf.mcp.http.HttpTransport;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.HttpListener;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.RefusedStartException;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Remote clients of guarded servers, each in a sandbox of its own. */
@Tag("chamber")
@Timeout(120)
final class GuardedHttpTest {

    private static final String KEY = "a-key-that-nobody-guesses";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir Path folder;

    private final List<GuardOutcome> ended = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Integer> port = new CompletableFuture<>();

    /** One that speaks over standard streams, to two clients at once, in either way of HTTP. */
    @Test
    void eachClientHasAServerOfItsOwn() throws Exception {
        Thread serving = serve("calculator", "tools: {deny: [nothing]}");
        try {
            McpSession first = greeted(HttpTransport.Kind.STREAMABLE, "/mcp");
            McpSession second = greeted(HttpTransport.Kind.SSE, "/sse");
            assertThat(first.list("tools/list", "tools", PATIENCE).items()).isNotEmpty();
            assertThat(second.list("tools/list", "tools", PATIENCE).items()).isNotEmpty();
        } finally {
            end(serving);
        }
        assertThat(ended).as("a session that is cut short is no outcome").isEmpty();
    }

    /** HTTP on both sides with the policy in between, for the official client. */
    @Test
    void aServerOnAPortIsServedToo() throws Exception {
        Thread serving = serve("http-echo", "tools: {deny: [echo]}");
        try (McpSyncClient client = official()) {
            assertThat(client.initialize().serverInfo().name()).isEqualTo("http-echo");
            assertThat(client.listTools().tools()).hasSize(2);
            assertThat(client.callTool(call("count")).content().toString()).contains("1 2 3");
            assertThatThrownBy(() -> client.callTool(call("echo")))
                    .hasMessageContaining("the policy denies the tool echo");
        } finally {
            end(serving);
        }
    }

    @Test
    void aPolicyThatCannotBeKeptIsToldBeforeAnybodyCalls() throws Exception {
        var http =
                new GuardedHttp(
                        request("calculator", "privacy: [email]"), Progress.none(), listener());

        assertThatThrownBy(http::serve).isInstanceOf(RefusedStartException.class);
    }

    private static CallToolRequest call(String tool) {
        return CallToolRequest.builder(tool).arguments(Map.of()).build();
    }

    private McpSyncClient official() throws Exception {
        int at = port.get(30, TimeUnit.SECONDS);
        return io.modelcontextprotocol.client.McpClient.sync(
                        HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + at)
                                .endpoint("/mcp")
                                .requestBuilder(
                                        HttpRequest.newBuilder()
                                                .header("Authorization", "Bearer " + KEY))
                                .build())
                .initializationTimeout(PATIENCE)
                .requestTimeout(PATIENCE)
                .build();
    }

    private McpSession greeted(HttpTransport.Kind kind, String path) throws Exception {
        var transport =
                new HttpTransport(
                        kind,
                        new Endpoint(false, "127.0.0.1", port.get(30, TimeUnit.SECONDS), path),
                        DirectDialer.usual(),
                        List.of(new Header("Authorization", "Bearer " + KEY)),
                        FrameTap.none(),
                        InstantSource.system());
        var client =
                McpClient.open(transport, FrameListener.none(), Identity.usual(), Budget.usual());
        var session = new McpSession(client, Identity.usual());
        assertThat(session.greet(PATIENCE)).isInstanceOf(Greeting.Welcome.class);
        return session;
    }

    private Thread serve(String sample, String more) {
        var http = new GuardedHttp(request(sample, more), Progress.none(), listener());
        return Thread.ofPlatform()
                .start(
                        () -> {
                            try {
                                http.serve();
                            } catch (InterruptedException over) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }

    private HttpListener listener() {
        return new HttpListener("127.0.0.1", 0, KEY, port::complete, _ -> {}, _ -> {}, ended::add);
    }

    private static void end(Thread serving) throws InterruptedException {
        serving.interrupt();
        serving.join();
    }

    private GuardRequest request(String sample, String more) {
        String yaml = "version: 1\npreset: recommended\n" + more + "\n";
        var subject =
                new AssessRequest(
                        Path.of("samples", sample).toAbsolutePath().toString(),
                        List.of(),
                        List.of(),
                        Map.of(),
                        List.of(),
                        "safe",
                        folder.resolve("sessions"),
                        "crun",
                        Duration.ZERO,
                        7);
        return new GuardRequest(
                subject,
                "",
                MergedPolicy.of(
                        List.of(PolicyLayer.read("test", yaml.getBytes(StandardCharsets.UTF_8)))),
                "");
    }
}
