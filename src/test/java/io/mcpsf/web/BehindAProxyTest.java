package io.mcpsf.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import io.mcpsf.acquire.net.Fetcher;
import io.mcpsf.acquire.net.RegistryRoute;
import io.mcpsf.inspect.advisory.Advisories;
import io.mcpsf.inspect.advisory.AdvisoryDatabase;
import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.model.Health;
import io.mcpsf.os.Command;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A company's network: names resolve nowhere, a forward proxy is the only way out, and servers show
 * certificates of an authority that only a file of this machine knows.
 */
final class BehindAProxyTest {

    private static final Instant NOW = Instant.parse("2026-11-15T20:00:00Z");

    private static final String RECORD =
            """
            {"id":"GHSA-aaaa-bbbb-cccc","modified":"2026-01-01T00:00:00Z","affected":[{"package":\
            {"ecosystem":"npm","name":"left"},"ranges":[{"type":"SEMVER","events":\
            [{"introduced":"0"},{"fixed":"2.0.0"}]}]}]}\
            """;

    @TempDir static Path folder;

    private static HttpServer plain;
    private static HttpsServer tls;
    private static ForwardProxy proxy;
    private static Map<String, String> env;

    @BeforeAll
    static void start() throws Exception {
        plain = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        plain.createContext("/", BehindAProxyTest::answer);
        plain.start();
        tls = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Path authority = folder.resolve("authority.pem");
        tls.setHttpsConfigurator(new HttpsConfigurator(certificate(authority)));
        tls.createContext("/", BehindAProxyTest::answer);
        tls.start();
        proxy =
                new ForwardProxy(
                        Map.of(
                                "files.example:80", plain.getAddress().getPort(),
                                "files.example:443", tls.getAddress().getPort(),
                                "osv.example:443", tls.getAddress().getPort()));
        env =
                Map.of(
                        "HTTPS_PROXY", proxy.address(),
                        "http_proxy", proxy.address(),
                        "NO_PROXY", "inside.example",
                        "SSL_CERT_FILE", authority.toString());
    }

    @AfterAll
    static void stop() throws IOException {
        proxy.close();
        plain.stop(0);
        tls.stop(0);
    }

    @Test
    void downloadsGoThroughItPlainAndEncrypted() throws Exception {
        WebRoute web = WebRoute.of(env);
        try (var fetcher =
                new Fetcher(new RegistryRoute(List.of(), web.proxies(), web.authorities()))) {
            URI open = URI.create("http://files.example/package.tgz");
            URI sealed = URI.create("https://files.example/package.tgz");

            assertThat(text(fetcher.page(open, "*/*", 1000))).isEqualTo("/package.tgz");
            assertThat(text(fetcher.page(sealed, "*/*", 1000))).isEqualTo("/package.tgz");
            fetcher.file(sealed, folder.resolve("package.tgz"), 1000);
        }

        assertThat(folder.resolve("package.tgz")).hasContent("/package.tgz");
        assertThat(proxy.asked())
                .contains("GET http://files.example/package.tgz", "CONNECT files.example:443");
    }

    @Test
    void theServiceForAdvisoriesIsAskedThroughIt() throws Exception {
        Advisories.Answer answer = advisories(WebRoute.of(env)).about(List.of(left()));

        assertThat(answer.health().health()).as(answer.health().why()).isEqualTo(Health.FULL);
        assertThat(answer.matches())
                .singleElement()
                .satisfies(match -> assertThat(match.fixed()).isEqualTo("2.0.0"));
        assertThat(proxy.asked()).contains("CONNECT osv.example:443");
    }

    @Test
    void advisoriesAreImportedThroughIt() throws Exception {
        var database = new AdvisoryDatabase(folder.resolve("advisories.idx"));

        var imported = database.add("https://files.example/all.jsonl", NOW, WebRoute.of(env));

        assertThat(imported.kept()).isEqualTo(1);
    }

    @Test
    void aMissingAuthorityIsNamedAndNothingIsTrustedForIt() throws Exception {
        var without = new HashMap<>(env);
        without.remove("SSL_CERT_FILE");

        Advisories.Answer answer = advisories(WebRoute.of(without)).about(List.of(left()));

        assertThat(answer.health().health()).isEqualTo(Health.BLIND);
        assertThat(answer.health().why()).contains("osv.example did not answer");
    }

    @Test
    void certificatesThatCannotBeReadAreOurUsersToFix() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.pem"), "no certificate");
        var other = new HashMap<>(env);
        other.put("SSL_CERT_FILE", broken.toString());

        assertThatThrownBy(() -> WebRoute.of(other).client())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broken.pem");
        assertThat(advisories(WebRoute.of(other)).about(List.of(left())).health().health())
                .isEqualTo(Health.BLIND);
    }

    @Test
    void thisMachineAndWhatIsExceptedAreReachedDirectly() throws Exception {
        Proxies proxies = WebRoute.of(env).proxies();

        assertThat(proxies.before(URI.create("https://elsewhere.example/"))).isPresent();
        for (String direct :
                List.of(
                        "https://inside.example/",
                        "https://deep.inside.example/",
                        "http://127.0.0.1:8080/",
                        "http://[::1]:8080/",
                        "http://localhost/")) {
            assertThat(proxies.before(URI.create(direct))).as(direct).isEmpty();
        }
    }

    private static Advisories advisories(WebRoute web) throws IOException {
        return Advisories.open(
                new Advisories.Settings(
                        folder.resolve("none.idx"),
                        URI.create("https://osv.example"),
                        Files.createTempDirectory(folder, "cache"),
                        true,
                        web),
                InstantSource.fixed(NOW));
    }

    private static Component left() {
        return new Component(
                Ecosystem.NPM,
                "left",
                "1.0.0",
                new Component.Details("", List.of(), Component.Origin.REGISTRY, "", Map.of()),
                new Component.Standing(
                        "node_modules/left", List.of(), 1, Component.Scope.REQUIRED));
    }

    private static String text(Fetcher.Page page) {
        return new String(page.body(), StandardCharsets.UTF_8);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            String said =
                    switch (path) {
                        case "/v1/querybatch" ->
                                "{\"results\":[{\"vulns\":[{\"id\":\"GHSA-aaaa-bbbb-cccc\","
                                        + "\"modified\":\"2026-01-01T00:00:00Z\"}]}]}";
                        case "/v1/vulns/GHSA-aaaa-bbbb-cccc" -> RECORD;
                        case "/all.jsonl" -> RECORD + "\n";
                        default -> path;
                    };
            byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Its own authority, which is written to a file. */
    private static SSLContext certificate(Path authority) throws Exception {
        Path store = folder.resolve("keys.p12");
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
                                "CN=example",
                                "-ext",
                                "san=dns:files.example,dns:osv.example",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                "changeit")
                        .run();
        assertThat(made.good()).as(made.complaint()).isTrue();
        char[] word = "changeit".toCharArray();
        KeyStore keys = KeyStore.getInstance(store.toFile(), word);
        Files.writeString(
                authority,
                "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
                        .formatted(
                                Base64.getMimeEncoder()
                                        .encodeToString(keys.getCertificate("a").getEncoded())));
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, word);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), null, null);
        return context;
    }
}
