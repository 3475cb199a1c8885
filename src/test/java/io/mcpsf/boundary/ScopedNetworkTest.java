package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.boundary.ScopedNetwork.Bounds;
import io.mcpsf.boundary.ScopedNetwork.Door;
import io.mcpsf.linux.NetworkNamespace;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.Observation;
import io.mcpsf.os.Command;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

@Tag("chamber")
class ScopedNetworkTest {

    private static final Bounds WIDE = new Bounds(50, 1000, 10 << 20);
    private final List<Observation> seen = new CopyOnWriteArrayList<>();

    @Test
    void aDoorOfTheScopeLeadsToTheRealOneAndIsTold() throws Exception {
        for (InetAddress address : List.of(loopback(), ofThisMachine())) {
            try (var real = new Greeter(address);
                    var network = open(Set.of(real.door()))) {
                assertThat(heard(network, real.door())).isEqualTo("hello");
                assertThat(network.answering()).containsExactly(real.door());
                assertThat(network.connections()).isEqualTo(1);
            }
        }
        assertThat(seen).hasSize(2).allMatch(NetworkObservation.FlowOpened.class::isInstance);
    }

    @Test
    void aClosedDoorOfTheScopeIsClosedInsideToo() throws Exception {
        var closed = new Door(loopback(), freePort());
        try (var network = open(Set.of(closed))) {
            assertThat(heard(network, closed)).isEqualTo("Connection refused");
            assertThat(network.answering()).isEmpty();
        }
    }

    @Test
    void nothingElseCanBeReachedByAnyAddressOfThisMachineOrBeyond() throws Exception {
        try (var real = new Greeter(ofThisMachine());
                var neighbour = new Greeter(loopback());
                var network = open(Set.of(real.door()))) {
            var tries =
                    List.of(
                            neighbour.door(),
                            new Door(loopback(), real.door().port()),
                            new Door(InetAddress.ofLiteral("192.0.2.1"), 80),
                            new Door(InetAddress.ofLiteral("169.254.169.254"), 80),
                            new Door(InetAddress.ofLiteral("2001:db8::1"), 80),
                            new Door(InetAddress.ofLiteral("::1"), real.door().port()));
            for (Door out : tries) {
                assertThat(heard(network, out))
                        .isIn(
                                "Connection refused",
                                "Network is unreachable",
                                "Network unreachable",
                                "No route to host");
            }
            assertThat(neighbour.visits()).isZero();
            assertThat(datagram(network, "192.0.2.1")).contains("unreachable");
        }
    }

    @Test
    void aSecretIsOnlyOutsideAndItsStandInOnlyInside() throws Exception {
        var secret =
                new SecretPlace(
                        "token",
                        "standin-0123456789",
                        "secret--9876543210",
                        List.of(),
                        Set.of(),
                        SecretPlace.In.HEADER);
        try (var echo = new ServerSocket(0, 5, loopback())) {
            var heard = new java.util.concurrent.CompletableFuture<String>();
            Thread.ofVirtual().start(() -> echo(echo, heard));
            var door = new Door(loopback(), echo.getLocalPort());
            try (var network = ScopedNetwork.open(Set.of(door), WIDE, this::saw, List.of(secret))) {
                String back = said(network, door, "Authorization: Bearer " + secret.standIn());

                assertThat(heard.get(5, java.util.concurrent.TimeUnit.SECONDS))
                        .isEqualTo("Authorization: Bearer " + secret.value());
                assertThat(back).isEqualTo("Authorization: Bearer " + secret.standIn());
            }
        }
    }

    /** Says back what the second visitor said; the first only knocks. */
    private static void echo(
            ServerSocket at, java.util.concurrent.CompletableFuture<String> heard) {
        try {
            at.accept().close();
            try (Socket visitor = at.accept()) {
                byte[] all = visitor.getInputStream().readAllBytes();
                visitor.getOutputStream().write(all);
                heard.complete(new String(all, StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            heard.completeExceptionally(e);
        }
    }

    private static String said(ScopedNetwork network, Door door, String words)
            throws InterruptedException {
        return new NetworkNamespace(network.namespace())
                .inside(
                        () -> {
                            try (var socket = new Socket(door.address(), door.port())) {
                                socket.getOutputStream()
                                        .write(words.getBytes(StandardCharsets.US_ASCII));
                                socket.shutdownOutput();
                                return new String(
                                        socket.getInputStream().readAllBytes(),
                                        StandardCharsets.US_ASCII);
                            }
                        });
    }

    @Test
    void theNetworkHasNoWireAndIsGoneAfterwards() throws Exception {
        ScopedNetwork network = open(Set.of());
        try (network) {
            String name = String.valueOf(network.namespace().getFileName());
            String links = Command.of("ip", "-n", name, "-o", "link").run().stdout();
            assertThat(links.lines()).hasSize(1).allMatch(line -> line.contains("lo:"));
        }
        assertThat(Files.exists(network.namespace())).isFalse();
    }

    @Test
    void newConnectionsArePaced() throws Exception {
        try (var real = new Greeter(loopback());
                var network =
                        ScopedNetwork.open(
                                Set.of(real.door()), new Bounds(5, 10, 1 << 20), this::saw)) {
            long begin = System.nanoTime();
            for (int i = 0; i < 30; i++) {
                assertThat(heard(network, real.door())).isEqualTo("hello");
            }
            assertThat(System.nanoTime() - begin).isGreaterThan(1_800_000_000L);
        }
    }

    private ScopedNetwork open(Set<Door> doors) throws Exception {
        return ScopedNetwork.open(doors, WIDE, this::saw);
    }

    private void saw(int process, Observation what) {
        seen.add(what);
    }

    private static String heard(ScopedNetwork network, Door door) throws InterruptedException {
        return new NetworkNamespace(network.namespace())
                .inside(
                        () -> {
                            try (var socket = new Socket()) {
                                socket.connect(
                                        new InetSocketAddress(door.address(), door.port()), 5000);
                                return new String(
                                        socket.getInputStream().readAllBytes(),
                                        StandardCharsets.US_ASCII);
                            } catch (IOException e) {
                                return String.valueOf(e.getMessage());
                            }
                        });
    }

    private static String datagram(ScopedNetwork network, String to) throws InterruptedException {
        return new NetworkNamespace(network.namespace())
                .inside(
                        () -> {
                            try (var socket = new DatagramSocket()) {
                                socket.send(
                                        new DatagramPacket(
                                                new byte[1], 1, InetAddress.ofLiteral(to), 53));
                                return "sent";
                            } catch (IOException e) {
                                return String.valueOf(e.getMessage());
                            }
                        });
    }

    private static InetAddress loopback() {
        return InetAddress.ofLiteral("127.0.0.1");
    }

    private static InetAddress ofThisMachine() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address.getAddress().length == 4)
                .filter(address -> !address.isLoopbackAddress())
                .findFirst()
                .or(() -> Stream.of(InetAddress.ofLiteral("127.0.0.2")).findFirst())
                .orElseThrow();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Says hello to whoever comes, and counts. */
    private static final class Greeter implements AutoCloseable {

        private final ServerSocket socket;
        private final java.util.concurrent.atomic.AtomicInteger visits =
                new java.util.concurrent.atomic.AtomicInteger();

        Greeter(InetAddress at) throws IOException {
            socket = new ServerSocket(0, 50, at);
            Thread.ofVirtual().start(this::greet);
        }

        Door door() {
            return new Door(socket.getInetAddress(), socket.getLocalPort());
        }

        int visits() {
            return visits.get();
        }

        private void greet() {
            while (!socket.isClosed()) {
                try (Socket visitor = socket.accept()) {
                    visits.incrementAndGet();
                    visitor.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
                } catch (IOException closed) {
                    return;
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
