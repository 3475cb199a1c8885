package io.mcpsf.run.scanning;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.scan.NetworkScanner;
import io.mcpsf.scan.ScanDepth;
import io.mcpsf.scan.ScanTarget;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a scanner that wants out can try, all in one sandbox: each try fails, is named with its
 * reason, and leaves no frame on any device of this machine. What a person can try by options and
 * targets is in {@code ScanVerbTest}; who reaches for more rights is ended, in {@code
 * ProjectScanTest}.
 */
@Tag("chamber")
class LeavingTheScopeTest {

    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final String OUT = "198.51.100.99";
    private static final String OUT_SIX = "2001:db8::99";
    private static final String MARK = "mcpsf-scope-mark";

    private static final String IMPORTS =
            """
            import socket, urllib.request
            direct = urllib.request.ProxyHandler({})
            urllib.request.install_opener(urllib.request.build_opener(direct))
            """;

    /** One try: Python that prints when it got through, and how the report names it. */
    private record Escape(String what, String python, String reason) {}

    @TempDir Path folder;

    @Test
    void noTryGetsOutAndEachIsNamedWithItsReason() throws Exception {
        Set<InetAddress> forbidden =
                Set.of(InetAddress.ofLiteral(OUT), InetAddress.ofLiteral(OUT_SIX));
        HttpServer project = project();
        try (var neighbour = new ServerSocket(0, 50, HERE);
                WatchedDevices devices = WatchedDevices.all(forbidden, MARK)) {
            List<Escape> escapes = escapes(neighbour.getLocalPort(), port(project));
            var scanner = new Python(program(escapes));

            Evidence evidence = scan(scanner, port(project));

            assertThat(evidence.of(ScannerEnded.class).map(seen -> seen.what().how()))
                    .containsExactly("done");
            assertThat(scanner.printed()).containsExactly("in scope: reached", "end");
            List<String> named =
                    evidence.of(PolicyViolated.class)
                            .map(seen -> seen.what().violation() + " " + seen.what().detail())
                            .toList();
            for (Escape escape : escapes) {
                assertThat(named)
                        .as(escape.what())
                        .anyMatch(reason -> reason.contains(escape.reason()));
            }
            neighbour.setSoTimeout(1);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(neighbour::accept))
                    .isInstanceOf(SocketTimeoutException.class);
            assertThat(devices.found()).isEmpty();
            thatTheDevicesAreReallyWatched(devices);
        } finally {
            project.stop(0);
        }
    }

    private static void thatTheDevicesAreReallyWatched(WatchedDevices devices) throws IOException {
        byte[] mark = MARK.getBytes(StandardCharsets.US_ASCII);
        try (var socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(mark, mark.length, InetAddress.getLoopbackAddress(), 9));
        }
        assertThat(devices.sees()).isTrue();
    }

    private static List<Escape> escapes(int neighbour, int project) {
        var all = new ArrayList<Escape>();
        all.add(tcp("a public address", OUT, 443));
        all.add(tcp("another public address", "203.0.113.5", 80));
        all.add(tcp("a private network", "10.0.0.1", 80));
        all.add(tcp("the network of another project", "172.17.0.1", 2375));
        all.add(tcp("the router at home", "192.168.0.1", 80));
        all.add(tcp("cloud metadata", "169.254.169.254", 80));
        all.add(tcp("the same of another cloud", "100.100.100.200", 80));
        all.add(tcp("cloud metadata by IPv6", "fd00:ec2::254", 80));
        all.add(tcp("a public address by IPv6", OUT_SIX, 443));
        all.add(tcp("link-local by IPv6", "fe80::1", 80));
        all.add(tcp("IPv4 written as IPv6", "::ffff:" + OUT, 80, OUT));
        all.add(tcp("another port of the same host", "127.0.0.1", neighbour));
        all.add(tcp("the same port of a neighbour", "127.0.0.2", project));
        all.add(tcp("the same port by IPv6", "::1", project));
        all.add(tcp("remote login of the same host", "127.0.0.1", 22));
        all.add(udp("a name server", OUT, 53));
        all.add(udp("multicast", "224.0.0.251", 5353));
        all.add(udp("broadcast", "255.255.255.255", 67));
        all.add(udp("a name server by IPv6", OUT_SIX, 53));
        all.add(udp("the port in scope without TCP", "127.0.0.1", project));
        all.add(
                new Escape(
                        "a name that resolves elsewhere",
                        "socket.create_connection(('web.%s.example', 80), 2)".formatted(MARK),
                        "udp to 127.0.0.1 port 53: not in the scope"));
        all.add(
                new Escape(
                        "a redirect out of scope",
                        "urllib.request.urlopen('http://127.0.0.1:%d/out', timeout=3).read()"
                                .formatted(project),
                        "tcp to %s port 8088: not in the scope".formatted(OUT)));
        all.add(
                new Escape(
                        "data in the first packet",
                        "socket.socket().sendto(b'%s', 0x20000000, ('%s', 8089))"
                                .formatted(MARK, OUT),
                        "to %s port 8089: not in the scope".formatted(OUT)));
        all.add(
                new Escape(
                        "a message with an address of its own",
                        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg([b'%s'], [], 0, ('%s', 8090))"
                                .formatted(MARK, OUT),
                        "udp to %s port 8090: not in the scope".formatted(OUT)));
        all.add(raw("raw ICMP", "AF_INET, socket.SOCK_RAW, 1", "socket (inet type 3"));
        all.add(raw("raw TCP", "AF_INET, socket.SOCK_RAW, 6", "socket (inet type 3"));
        all.add(raw("raw IPv6", "AF_INET6, socket.SOCK_RAW, 58", "socket (inet6 type 3"));
        all.add(raw("whole frames", "AF_PACKET, socket.SOCK_RAW, 0", "socket (packet"));
        return all;
    }

    private static Escape tcp(String what, String to, int port) {
        return tcp(what, to, port, to);
    }

    private static Escape tcp(String what, String to, int port, String shown) {
        return new Escape(
                what,
                "socket.create_connection(('%s', %d), 2)".formatted(to, port),
                "tcp to %s port %d: not in the scope".formatted(full(shown), port));
    }

    private static Escape udp(String what, String to, int port) {
        return new Escape(
                what,
                "socket.socket(socket.AF_INET%s, socket.SOCK_DGRAM).sendto(b'%s', ('%s', %d)); raise OSError"
                        .formatted(to.contains(":") ? "6" : "", MARK, to, port),
                "udp to %s port %d: not in the scope".formatted(full(to), port));
    }

    private static Escape raw(String what, String socket, String reason) {
        return new Escape(
                what, "socket.socket(socket.%s)".formatted(socket), "DANGEROUS_SYSCALL " + reason);
    }

    private static String full(String address) {
        return InetAddress.ofLiteral(address).getHostAddress();
    }

    private static String program(List<Escape> escapes) {
        return escapes.stream()
                .map(
                        escape ->
                                """
                                try:
                                    %s
                                    print('%s: reached', flush=True)
                                except OSError:
                                    pass
                                """
                                        .formatted(escape.python(), escape.what()))
                .collect(Collectors.joining("", IMPORTS, "print('end')\n"));
    }

    private Evidence scan(NetworkScanner scanner, int port) throws InterruptedException {
        var request =
                new ScanRequest(
                        folder,
                        List.of(new ScanTarget(HERE, new TreeSet<>(List.of(port)))),
                        List.of(scanner),
                        ScanDepth.QUICK,
                        folder,
                        "auto");
        return new ProjectScan(request, Progress.none()).scan().evidence();
    }

    private static HttpServer project() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
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

    private static int port(HttpServer server) {
        return server.getAddress().getPort();
    }

    /** A program of ours in the place of a scanner. */
    private static final class Python implements NetworkScanner {

        private final String program;
        private String said = "";

        Python(String program) {
            this.program = program;
        }

        List<String> printed() {
            return said.lines().toList();
        }

        @Override
        public String name() {
            return "python";
        }

        @Override
        public Optional<String> missing() {
            return Optional.empty();
        }

        @Override
        public List<Start> starts(List<ScanTarget> open, ScanDepth depth) {
            ScanTarget target = open.getFirst();
            String reachable =
                    """
                    import socket
                    socket.create_connection(('%s', %d), 5)
                    print('in scope: reached', flush=True)
                    """
                            .formatted(target.address().getHostAddress(), target.ports().first());
            return List.of(
                    new Start(List.of("python3", "-c", reachable + program), Map.of(), Map.of()));
        }

        @Override
        public Reading read(byte[] hostile) {
            said = new String(hostile, StandardCharsets.UTF_8);
            return new Reading("1", "", List.of());
        }
    }
}
