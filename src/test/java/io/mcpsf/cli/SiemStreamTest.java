package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.json.Json;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.ServerAsked;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.Stamp;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.web.WebRoute;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Events that leave while they happen. */
@Tag("peers")
final class SiemStreamTest {

    private static final long HOUR_MICROS = 3_600_000_000L;

    private final List<String> told = new CopyOnWriteArrayList<>();

    @Test
    void everyEventIsPostedAsALine() throws IOException {
        var got = new CopyOnWriteArrayList<String>();
        Instant begin = Instant.now();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    got.addAll(
                            new String(
                                            exchange.getRequestBody().readAllBytes(),
                                            StandardCharsets.UTF_8)
                                    .lines()
                                    .toList());
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        server.start();
        try (var stream = stream("http://127.0.0.1:" + server.getAddress().getPort() + "/in")) {
            Progress progress = stream.over(Progress.none());
            for (int i = 1; i <= 1_200; i++) {
                progress.seen(seen(i, "host" + i + ".example"));
            }
            progress.seen(
                    new Seen(
                            new Stamp(1_201, 5, Phase.CALL, 1, 0),
                            new ServerAsked("x", "a".repeat(10_000))));
        } finally {
            server.stop(0);
        }

        assertThat(got).hasSize(1_201);
        JsonNode first = Json.read(got.getFirst());
        assertThat(Json.text(first.path("event"), "action")).isEqualTo("DnsAsked");
        assertThat(Json.text(first.path("mcpsf"), "name")).isEqualTo("host1.example");
        assertThat(Instant.parse(Json.text(first, "@timestamp")))
                .as("when it was seen, whenever the run began")
                .isBetween(begin, Instant.now());
        assertThat(got.getLast().length()).as("a log is no place for documents").isLessThan(3_000);
        assertThat(told).isEmpty();
    }

    @Test
    void syslogLinesAreFramedByTheirLength() throws Exception {
        try (var server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> got =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try (var peer = server.accept()) {
                                    return new String(
                                            peer.getInputStream().readAllBytes(),
                                            StandardCharsets.UTF_8);
                                } catch (IOException e) {
                                    return "";
                                }
                            });
            try (var stream = stream("tcp://127.0.0.1:" + server.getLocalPort())) {
                stream.saw(seen(1, "one.example"));
            }

            String line = got.get(10, TimeUnit.SECONDS);
            int space = line.indexOf(' ');
            assertThat(line.substring(space + 1).getBytes(StandardCharsets.UTF_8).length)
                    .isEqualTo(Integer.parseInt(line.substring(0, space)));
            assertThat(line).contains("<134>1 ", "one.example");
        }
    }

    /** The receiver takes connections and never reads. */
    @Test
    void aReceiverThatHangsSlowsNobodyDown() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var stream = stream("http://127.0.0.1:" + server.getLocalPort() + "/");
            long begin = System.nanoTime();
            for (int i = 1; i <= 200_000; i++) {
                stream.saw(seen(i, "host.example"));
            }
            long each = (System.nanoTime() - begin) / 200_000;
            stream.close();

            assertThat(each).as("nanoseconds for one event").isLessThan(1_000_000);
            assertThat(told).anyMatch(line -> line.matches("mcpsf: [0-9,]{7} events were not .*"));
        }
    }

    @Test
    void whatIsNoAddressIsToldBeforeAnythingRuns() {
        assertThatThrownBy(() -> stream("ftp://a.example")).isInstanceOf(UsageException.class);
        stream("").close();
    }

    private SiemStream stream(String address) {
        return new SiemStream(address, "npm:x", WebRoute.of(Map.of()), told::add);
    }

    private static Seen seen(int number, String name) {
        return new Seen(
                new Stamp(number, HOUR_MICROS, Phase.CALL, 1, 0), new DnsAsked(name, "A", ""));
    }
}
