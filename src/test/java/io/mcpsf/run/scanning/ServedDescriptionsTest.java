package io.mcpsf.run.scanning;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.boundary.ScopedNetwork;
import io.mcpsf.boundary.ScopedNetwork.Bounds;
import io.mcpsf.boundary.ScopedNetwork.Door;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.Observation;
import io.mcpsf.scan.ScanLogin;
import io.mcpsf.scan.ServedDescription;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

@Tag("chamber")
class ServedDescriptionsTest {

    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final Bounds WIDE = new Bounds(50, 1000, 10 << 20);
    private static final String TEXT = "{\"openapi\": \"3.0.0\", \"paths\": {}}";

    private final List<Observation> seen = new CopyOnWriteArrayList<>();

    @Test
    void aDescriptionIsFoundWhereItUsuallyIsWithTheLoginAndEachQuestionIsCounted()
            throws Exception {
        HttpServer api = server("/v3/api-docs", TEXT, "Bearer standin");
        HttpServer pages = server("/", "<p>Welcome</p>", "");
        HttpServer redirects = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
        redirects.createContext(
                "/",
                exchange -> {
                    exchange.getResponseHeaders().add("Location", "http://198.51.100.99/");
                    exchange.sendResponseHeaders(302, -1);
                    exchange.close();
                });
        redirects.start();
        try (var database = new ServerSocket(0, 5, HERE);
                ScopedNetwork network =
                        ScopedNetwork.open(
                                Set.of(door(api), door(pages), door(redirects), door(database)),
                                WIDE,
                                (_, what) -> seen.add(what))) {
            Thread.ofVirtual().start(() -> greet(database));

            List<ServedDescription> found =
                    new ServedDescriptions(
                                    network, new ScanLogin("Authorization", "Bearer standin"))
                            .all();

            assertThat(found)
                    .containsExactly(
                            new ServedDescription(
                                    "http://127.0.0.1:" + api.getAddress().getPort(),
                                    "/v3/api-docs",
                                    TEXT));
            assertThat(network.connections()).isGreaterThan(10);
            assertThat(seen)
                    .allMatch(FlowOpened.class::isInstance)
                    .hasSize((int) network.connections());
        } finally {
            api.stop(0);
            pages.stop(0);
            redirects.stop(0);
        }
    }

    /** Says something that is no HTTP to whoever comes. */
    private static void greet(ServerSocket at) {
        while (!at.isClosed()) {
            try (var visitor = at.accept()) {
                visitor.getOutputStream().write("N\0".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static HttpServer server(String path, String text, String login) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
        server.createContext(
                path,
                exchange -> {
                    String shown =
                            String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
                    byte[] body = text.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(
                            login.isEmpty() || shown.equals(login) ? 200 : 401, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        return server;
    }

    private static Door door(HttpServer server) {
        return new Door(HERE, server.getAddress().getPort());
    }

    private static Door door(ServerSocket socket) {
        return new Door(HERE, socket.getLocalPort());
    }
}
