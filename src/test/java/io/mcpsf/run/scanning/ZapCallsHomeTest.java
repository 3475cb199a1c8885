package io.mcpsf.run.scanning;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.ScanObservation.WeaknessReported;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.scan.ScanDepth;
import io.mcpsf.scan.ScanTarget;
import io.mcpsf.scan.ZapScanner;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The real ZAP checks for updates, waits for callbacks and follows a redirect, by its own code:
 * each is refused and told, and no frame of it is on any device of this machine. More that a
 * scanner can try is in {@code LeavingTheScopeTest}.
 */
@Tag("chamber")
@Tag("release")
class ZapCallsHomeTest {

    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final String OUT = "198.51.100.99";

    /** In the name that CallHomeRule asks for. */
    private static final String MARK = "mcpsf-home-mark";

    @TempDir Path folder;

    @Test
    void updateChecksAndCallbacksAreRefusedAndToldAndNoPacketLeaves() throws Exception {
        Path zap = ZapWithRules.in(folder, List.of("EchoRule", "CallHomeRule"));
        HttpServer shop = shop();
        try (WatchedDevices devices =
                WatchedDevices.all(
                        Set.of(
                                InetAddress.ofLiteral(OUT),
                                InetAddress.ofLiteral("169.254.169.254")),
                        MARK)) {
            Evidence evidence = scan(zap, shop.getAddress().getPort());

            List<String> refused =
                    evidence.of(PolicyViolated.class)
                            .map(seen -> seen.what().violation() + " " + seen.what().detail())
                            .toList();
            for (String reason :
                    List.of(
                            "tcp to 198.51.100.99 port 443", // The check for updates.
                            "tcp to 198.51.100.99 port 8091", // A callback by address.
                            "udp to 127.0.0.1 port 53", // One by name.
                            "tcp to 169.254.169.254 port 80")) {
                assertThat(refused).contains("NETWORK_ESCAPE " + reason + ": not in the scope");
            }
            assertThat(devices.found()).isEmpty();
            thatTheDevicesAreReallyWatched(devices);
            assertThat(evidence.of(ScannerEnded.class).map(seen -> seen.what()))
                    .filteredOn(ended -> ended.scanner().equals("zap"))
                    .allMatch(ended -> ended.how().equals("done") && ended.connections() > 0)
                    .hasSize(1);
            assertThat(evidence.of(WeaknessReported.class).map(seen -> seen.what().cwe()))
                    .as("it scanned all the same")
                    .contains(79);
        } finally {
            shop.stop(0);
        }
    }

    private static void thatTheDevicesAreReallyWatched(WatchedDevices devices) throws IOException {
        byte[] mark = MARK.getBytes(StandardCharsets.US_ASCII);
        try (var socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(mark, mark.length, InetAddress.getLoopbackAddress(), 9));
        }
        assertThat(devices.sees()).isTrue();
    }

    private Evidence scan(Path zap, int port) throws InterruptedException {
        var request =
                new ScanRequest(
                        folder,
                        List.of(new ScanTarget(HERE, new TreeSet<>(List.of(port)))),
                        List.of(new ZapScanner(zap)),
                        ScanDepth.STANDARD,
                        folder,
                        "auto");
        return new ProjectScan(request, Progress.none()).scan().evidence();
    }

    private static HttpServer shop() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    String query = String.valueOf(exchange.getRequestURI().getQuery());
                    byte[] page =
                            ("<a href='/search?q=a'>s</a><a href='/out'>o</a>" + query)
                                    .getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().add("Content-Type", "text/html");
                    exchange.sendResponseHeaders(200, page.length);
                    exchange.getResponseBody().write(page);
                    exchange.close();
                });
        server.createContext(
                "/out",
                exchange -> {
                    exchange.getResponseHeaders().add("Location", "http://" + OUT + ":8088/");
                    exchange.sendResponseHeaders(302, -1);
                    exchange.close();
                });
        server.start();
        return server;
    }
}
