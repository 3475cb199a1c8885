package io.mcpsf.run.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.http.DirectDialer;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProtocolObservation.AuthorizationAsked;
import io.mcpsf.model.ProtocolObservation.EndpointSeen;
import io.mcpsf.model.ProtocolObservation.FrameMalformed;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Target;
import io.mcpsf.os.Command;
import io.mcpsf.run.request.Access;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.ModelUse;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.store.CaseFolder;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Servers that already run: what is asked of them, what is told of them, and what never leaves. */
final class LiveCaseTest {

    private static final String SECRET = "s3cret-0f-the-user";

    @TempDir private Path folder;

    private final List<HttpServer> servers = new ArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    @Test
    void aRemoteServerIsQuestionedOverCheckedTls() throws Exception {
        SSLContext tls = tls("localhost");
        int port = serve(secure(tls), this::speak);

        CaseFolder kept = assess(remote(port), new DirectDialer(tls.getSocketFactory()), true);

        Evidence evidence = kept.evidence();
        assertThat(evidence.coverage().tools().answered()).isEqualTo(1);
        assertThat(evidence.of(EndpointSeen.class).map(seen -> seen.what().access()))
                .containsExactly("credentials");
        assertThat(evidence.coverage().sense(Sense.PROTOCOL).health()).isEqualTo(Health.FULL);
        assertThat(evidence.coverage().sense(Sense.FILES).health()).isEqualTo(Health.BLIND);
        assertThat(authorizations).isNotEmpty().containsOnly("Bearer " + SECRET);
        assertThat(everythingIn(kept.folder())).contains("(withheld)").doesNotContain(SECRET);
    }

    @Test
    void aCertificateForAnotherNameIsRefused() throws Exception {
        SSLContext tls = tls("other.site.example");
        int port = serve(secure(tls), this::speak);

        CaseFolder kept = assess(remote(port), new DirectDialer(tls.getSocketFactory()), true);

        PhaseResult start =
                Objects.requireNonNull(kept.evidence().coverage().phases().get(Phase.START));
        assertThat(start.why()).startsWith("no MCP server at this address: no TLS");
        assertThat(authorizations).isEmpty();
    }

    @Test
    void aCertificateThatNobodySignedIsRefused() throws Exception {
        int port = serve(secure(tls("localhost")), this::speak);

        CaseFolder kept = assess(remote(port), DirectDialer.usual(), true);

        PhaseResult start =
                Objects.requireNonNull(kept.evidence().coverage().phases().get(Phase.START));
        assertThat(start.why()).startsWith("no MCP server at this address: no TLS");
        assertThat(authorizations).isEmpty();
    }

    @Test
    void aServerOnThisMachineIsNotTouchedWithoutConsent() throws Exception {
        int port = serve(plain(), this::speak);

        assertThatThrownBy(() -> assess(local(port), DirectDialer.usual(), false))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("was not contacted");
        assertThat(authorizations).isEmpty();
    }

    @Test
    void aServerThatWantsAuthorizationIsToldAsSuch() throws Exception {
        int port =
                serve(
                        plain(),
                        exchange -> {
                            exchange.getResponseHeaders()
                                    .add(
                                            "WWW-Authenticate",
                                            "Bearer"
                                                + " resource_metadata=\"https://id.site.example/x\"");
                            exchange.sendResponseHeaders(401, -1);
                            exchange.close();
                        });

        CaseFolder kept = assess(local(port), DirectDialer.usual(), true);

        Evidence evidence = kept.evidence();
        assertThat(evidence.of(AuthorizationAsked.class).map(seen -> seen.what().metadata()))
                .containsExactly("https://id.site.example/x");
        assertThat(Objects.requireNonNull(evidence.coverage().phases().get(Phase.HANDSHAKE)).why())
                .contains("401", "resource_metadata");
    }

    @Test
    void credentialsAreNotForwardedOnARedirect() throws Exception {
        int elsewhere = serve(plain(), this::speak);
        int port =
                serve(
                        plain(),
                        exchange -> {
                            if (body(exchange).path("method").asString("").equals("tools/call")) {
                                exchange.getResponseHeaders()
                                        .add("Location", "http://127.0.0.1:" + elsewhere + "/mcp");
                                exchange.sendResponseHeaders(307, -1);
                                exchange.close();
                            } else {
                                answer(exchange, last);
                            }
                        });

        CaseFolder kept = assess(local(port), DirectDialer.usual(), true);

        assertThat(authorizations).isEmpty();
        assertThat(kept.evidence().of(FrameMalformed.class).map(seen -> seen.what().why()))
                .contains("redirect not followed: http://127.0.0.1:" + elsewhere);
    }

    private JsonNode last = Json.object();

    private JsonNode body(HttpExchange exchange) throws IOException {
        byte[] bytes = exchange.getRequestBody().readAllBytes();
        last = bytes.length == 0 ? Json.object() : Json.read(bytes);
        return last;
    }

    private void speak(HttpExchange exchange) throws IOException {
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        authorizations.add(String.valueOf(authorization));
        answer(exchange, body(exchange));
    }

    private static void answer(HttpExchange exchange, JsonNode message) throws IOException {
        if (!message.has("id")) {
            int status = message.has("method") ? 202 : 405;
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
            return;
        }
        ObjectNode answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", message.path("id"));
        ObjectNode result = answer.putObject("result");
        switch (message.path("method").asString("")) {
            case "initialize" -> {
                result.put("protocolVersion", "2025-06-18")
                        .putObject("capabilities")
                        .putObject("tools");
                result.putObject("serverInfo").put("name", "live").put("version", "1");
            }
            case "tools/list" -> {
                ObjectNode tool = result.putArray("tools").addObject().put("name", "echo");
                tool.putObject("inputSchema").put("type", "object");
            }
            default -> result.putArray("content").addObject().put("type", "text").put("text", "hi");
        }
        byte[] bytes = Json.bytes(answer);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private CaseFolder assess(Target target, DirectDialer dialer, boolean consent)
            throws InterruptedException {
        var access = new Access(List.of("Authorization: Bearer " + SECRET), false, _ -> consent);
        var request =
                new AssessRequest(
                        "live",
                        List.of(),
                        List.of(),
                        Map.of(),
                        List.of(),
                        "safe",
                        folder,
                        "auto",
                        Duration.ofSeconds(60),
                        1,
                        CacheOptions.usual(),
                        access,
                        ModelUse.none(),
                        AssessRequest.Fuzz.usual(),
                        AssessRequest.Bounds.usual(),
                        List.of());
        return new LiveCase(request, target, dialer, Progress.none()).run();
    }

    private static Target remote(int port) {
        return new Target.Remote(URI.create("https://localhost:" + port + "/mcp"));
    }

    private static Target local(int port) {
        return new Target.Localhost(URI.create("http://127.0.0.1:" + port + "/mcp"));
    }

    private static HttpServer plain() throws IOException {
        return HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    }

    private static HttpServer secure(SSLContext tls) throws IOException {
        HttpsServer server =
                HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return server;
    }

    private int serve(HttpServer server, com.sun.net.httpserver.HttpHandler handler) {
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", handler);
        server.start();
        servers.add(server);
        return server.getAddress().getPort();
    }

    /** A key with a certificate for this name, trusted by itself. */
    private SSLContext tls(String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Command.Result made =
                Command.of(
                                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                                "-J-XX:TieredStopAtLevel=1",
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-alias",
                                "a",
                                "-dname",
                                "CN=" + name,
                                "-ext",
                                "san=dns:" + name,
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                "changeit")
                        .run();
        assertThat(made.good()).as(made.complaint()).isTrue();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, "changeit".toCharArray());
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("a", keys.getCertificate("a"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        Files.delete(store);
        return context;
    }

    private static String everythingIn(Path place) throws IOException {
        var all = new StringBuilder();
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }
}
