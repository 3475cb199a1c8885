package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.web.ForwardProxy;
import io.mcpsf.web.Proxies;
import io.mcpsf.web.PublicAddress;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Installation on a machine that has no names of the outside, and a proxy for it. */
@Tag("chamber")
@EnabledIf("io.mcpsf.boundary.Needs#root")
final class ProxiedRegistryTest {

    @TempDir Path folder;
    private HttpServer registry;
    private ForwardProxy proxy;
    private Inside inside;
    private int port;

    @BeforeEach
    void open() throws IOException, InterruptedException {
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
        port = registry.getAddress().getPort();
        proxy =
                new ForwardProxy(
                        Map.of("registry.example:" + port, port, "rebind.example:" + port, port));
        var forwarder =
                new Forwarder(
                        new Upstreams(
                                SystemTrust::sockets, new Proxies("", proxy.address(), List.of())),
                        ProxiedRegistryTest::resolve,
                        PublicAddress::mayBeReached);
        inside =
                new Inside(
                        folder,
                        BoundarySpec.Options.plain()
                                .with(
                                        EgressPolicy.sinkhole()
                                                .allowing(allowed("registry.example"))
                                                .allowing(allowed("rebind.example"))),
                        new Backbone(Clock.systemUTC(), forwarder));
    }

    @AfterEach
    void close() throws IOException {
        inside.close();
        proxy.close();
        registry.stop(0);
    }

    @Test
    void packagesComeThroughTheProxy() throws InterruptedException {
        assertThat(get("registry.example")).isEqualTo("a package");

        inside.await(RequestForwarded.class, r -> r.status() == 200);
        assertThat(proxy.asked()).containsExactly("CONNECT registry.example:" + port);
    }

    @Test
    void aNameOfTheInsideIsNotAskedOfTheProxy() throws InterruptedException {
        assertThat(get("rebind.example")).isEqualTo("Bad Gateway\n");

        inside.await(EgressRefused.class, r -> r.why().equals("no public address"));
        assertThat(proxy.asked()).isEmpty();
    }

    private EgressPolicy.Allowed allowed(String host) {
        return new EgressPolicy.Allowed(host, port, true);
    }

    private static InetAddress[] resolve(String host) throws UnknownHostException {
        if (host.equals("rebind.example")) {
            return new InetAddress[] {InetAddress.ofLiteral("10.1.2.3")};
        }
        throw new UnknownHostException(host);
    }

    private String get(String host) throws InterruptedException {
        return inside.run("curl", "-sS", "-m", "50", "http://%s:%d/left".formatted(host, port))
                .stdout();
    }
}
