package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.boundary.Upstreams.Place;
import io.mcpsf.boundary.Upstreams.Upstream;
import io.mcpsf.web.ForwardProxy;
import io.mcpsf.web.Proxies;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Allowed hosts are reached as this machine reaches the web: through its proxy, if it has one. */
final class UpstreamsTest {

    private static final Place OUTSIDE = new Place(Optional.empty(), "registry.example", 80, false);

    private HttpServer registry;
    private ForwardProxy proxy;

    @BeforeEach
    void open() throws IOException {
        registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext(
                "/",
                exchange -> {
                    byte[] body = "a package".getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        registry.start();
        proxy = new ForwardProxy(Map.of("registry.example:80", registry.getAddress().getPort()));
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        registry.stop(0);
    }

    @Test
    void aNameThatOnlyTheProxyKnowsIsReachedThroughIt() throws IOException {
        assertThat(get(through(proxy.address()), OUTSIDE)).endsWith("a package");
        assertThat(proxy.asked()).containsExactly("CONNECT registry.example:80");
    }

    @Test
    void whatHasAnAddressOrNeedsNoProxyGoesThere() throws IOException {
        var upstreams =
                new Upstreams(
                        SystemTrust::sockets,
                        new Proxies("", proxy.address(), List.of("registry.example")));
        int port = registry.getAddress().getPort();
        var direct = new Place(InetAddress.getLoopbackAddress(), "registry.example", port, false);

        assertThat(upstreams.tunnel(OUTSIDE)).isEmpty();
        assertThat(get(upstreams, direct)).endsWith("a package");
        assertThat(proxy.asked()).isEmpty();
    }

    @Test
    void aHostThatTheProxyRefusesIsNotReached() {
        var other = new Place(Optional.empty(), "stranger.example", 80, false);

        assertThatThrownBy(() -> through(proxy.address()).fresh(other))
                .isInstanceOf(IOException.class)
                .hasRootCauseMessage("the proxy refused to connect");
    }

    @Test
    void aProxyThatNeverStopsTalkingIsLeft() throws IOException {
        try (var endless = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> talk(endless));
            String address = "http://127.0.0.1:" + endless.getLocalPort();

            assertThatThrownBy(() -> through(address).fresh(OUTSIDE))
                    .isInstanceOf(IOException.class)
                    .hasRootCauseMessage("the proxy gave no proper answer");
        }
    }

    private static void talk(ServerSocket endless) {
        try (Socket client = endless.accept()) {
            while (true) {
                client.getOutputStream()
                        .write("X-More: and more\r\n".getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException left) {
            return;
        }
    }

    private static Upstreams through(String address) {
        return new Upstreams(SystemTrust::sockets, new Proxies(address, address, List.of()));
    }

    private static String get(Upstreams upstreams, Place place) throws IOException {
        Upstream upstream = upstreams.fresh(place);
        try {
            String asked =
                    "GET /left HTTP/1.1\r\nHost: registry.example\r\nConnection: close\r\n\r\n";
            upstream.socket().getOutputStream().write(asked.getBytes(StandardCharsets.UTF_8));
            return new String(upstream.in().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            upstream.close();
        }
    }
}
