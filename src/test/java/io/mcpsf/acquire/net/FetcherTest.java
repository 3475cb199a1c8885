package io.mcpsf.acquire.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.web.Proxies;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

final class FetcherTest {

    @TempDir private Path temp;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        String path = exchange.getRequestURI().getPath();
                        if (path.equals("/again")) {
                            exchange.getResponseHeaders().add("Location", "/again");
                            exchange.sendResponseHeaders(307, -1);
                        } else if (path.startsWith("/to")) {
                            exchange.getResponseHeaders()
                                    .add("Location", exchange.getRequestURI().getQuery());
                            exchange.sendResponseHeaders(302, -1);
                        } else {
                            exchange.sendResponseHeaders(200, 0);
                            exchange.getResponseBody().write(new byte[1000]);
                        }
                    }
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aPageAndAFileAreReadUpToTheirCap() throws Exception {
        try (var fetcher = fetcher()) {
            assertThat(fetcher.page(at("/x"), "*/*", 1000).body()).hasSize(1000);
            fetcher.file(at("/x"), temp.resolve("f"), 1000);
            assertThat(temp.resolve("f")).hasSize(1000);
            assertThatThrownBy(() -> fetcher.page(at("/x"), "*/*", 999))
                    .isInstanceOf(FetchException.class)
                    .hasMessageContaining("larger than 999 bytes");
            assertThatThrownBy(() -> fetcher.file(at("/x"), temp.resolve("g"), 999))
                    .isInstanceOf(FetchException.class)
                    .hasMessageContaining("larger than 999 bytes");
        }
    }

    @Test
    void redirectsAreFollowedOnTheSameHostAndNotForEver() throws Exception {
        try (var fetcher = fetcher()) {
            assertThat(fetcher.page(at("/to?/x"), "*/*", 1000).uri()).isEqualTo(at("/x"));
            assertThatThrownBy(() -> fetcher.page(at("/again"), "*/*", 1000))
                    .hasMessageContaining("redirects without end");
            assertThatThrownBy(() -> fetcher.page(at("/to"), "*/*", 1000))
                    .isInstanceOf(FetchException.class);
        }
    }

    @Test
    void redirectsToPlainHttpElsewhereOrToOtherSchemesAreRefused() {
        try (var fetcher = fetcher()) {
            assertThatThrownBy(() -> fetcher.page(at("/to?http://other.invalid/x"), "*/*", 10))
                    .hasMessageContaining("which is not https");
            assertThatThrownBy(() -> fetcher.page(at("/to?file:///etc/passwd"), "*/*", 10))
                    .hasMessageContaining("not an address on the web");
            assertThatThrownBy(() -> fetcher.page(URI.create("file:///etc/passwd"), "*/*", 10))
                    .hasMessageContaining("not an address on the web");
        }
    }

    @Test
    void aHostThatIsNotThereIsNamed() {
        try (var fetcher = fetcher()) {
            assertThatThrownBy(
                            () -> fetcher.page(URI.create("https://nowhere.invalid/x"), "*/*", 10))
                    .isInstanceOf(FetchException.class)
                    .hasMessageContaining("nowhere.invalid")
                    .hasMessageContaining("no such host");
            assertThatThrownBy(() -> fetcher.page(URI.create("http://127.0.0.1:1/x"), "*/*", 10))
                    .isInstanceOf(FetchException.class)
                    .hasMessageContaining("127.0.0.1:1")
                    .hasMessageContaining("no connection");
        }
    }

    @Test
    void aProxyIsAskedInsteadOfTheHostAndToldWhoWeAre() throws Exception {
        var said = new java.util.concurrent.CopyOnWriteArrayList<String>();
        var proxy =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        String who = exchange.getRequestHeaders().getFirst("Proxy-Authorization");
                        said.add(exchange.getRequestURI() + " " + who);
                        exchange.getResponseHeaders()
                                .add("Proxy-Authenticate", "Basic realm=\"x\"");
                        exchange.sendResponseHeaders(who == null ? 407 : 200, -1);
                    }
                });
        proxy.start();
        String address = "http://me:secret@127.0.0.1:" + proxy.getAddress().getPort();
        var route =
                new RegistryRoute(List.of(), new Proxies(address, address, List.of()), List.of());
        try (var fetcher = new Fetcher(route)) {
            fetcher.page(URI.create("http://registry.invalid/x"), "*/*", 10);
        } finally {
            proxy.stop(0);
        }

        assertThat(said).last().isEqualTo("http://registry.invalid/x Basic bWU6c2VjcmV0");
        assertThat(route.toString()).doesNotContain("secret");
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path));
    }

    private static Fetcher fetcher() {
        return new Fetcher(new RegistryRoute(List.of(), Proxies.none(), List.of()));
    }
}
