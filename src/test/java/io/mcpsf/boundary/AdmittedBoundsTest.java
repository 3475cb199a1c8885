package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import io.mcpsf.boundary.Admission.Ports;
import io.mcpsf.boundary.Admission.Range;
import io.mcpsf.boundary.Admission.Site;
import io.mcpsf.model.Cidr;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.os.Command;
import io.mcpsf.web.PublicAddress;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** What a server in use may reach, it reaches within bounds, and with its secrets inside TLS. */
@Tag("chamber")
@EnabledIf("io.mcpsf.boundary.Needs#root")
final class AdmittedBoundsTest {

    private static final String VALUE = "ghp_Zq81TtRealValueNobodyInsideMaySee7";
    private static final String STAND_IN = "ghp_0000000000000000000000000000000000";
    private static final LinkBounds WIDE = new LinkBounds(100, 100, 100_000_000, true, List.of());
    private static final int DOWNLOAD = 192 << 10;

    @TempDir Path folder;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    @Test
    void aSecretIsPutInInsideTlsForTheRightCertificateOnly() throws Exception {
        SSLContext tls = tls("api.example");
        HttpsServer web = HttpsServer.create(loopback(), 0);
        web.setHttpsConfigurator(new HttpsConfigurator(tls));
        int port = serve(web);
        var secret =
                new SecretPlace(
                        "forge",
                        STAND_IN,
                        VALUE,
                        List.of("api.example"),
                        Set.of(),
                        SecretPlace.In.HEADER);
        Inside inside = inside(port, 8, WIDE, List.of(secret), tls.getSocketFactory(), "127.0.0.1");

        String echoed = curl(inside, "https://api.example:" + port + "/x");

        assertThat(asked).containsExactly("Bearer " + VALUE);
        assertThat(echoed).isEqualTo("you said Bearer " + STAND_IN);
        assertThat(inside.await(RequestForwarded.class, _ -> true).status()).isEqualTo(200);

        // The certificate is not that of this host: nothing of the request leaves.
        assertThat(curl(inside, "https://other.example:" + port + "/x")).doesNotContain("said");
        assertThat(asked).hasSize(1);
    }

    @Test
    void connectionsAtOnceAreBounded() throws Exception {
        int port = hold(InetAddress.getLoopbackAddress());
        Inside inside = inside(port, 3, WIDE, List.of(), untrusting(), "127.0.0.1");

        // Each waits for three seconds, all at once.
        inside.run(
                "sh",
                "-c",
                "for i in 1 2 3 4 5 6 7 8; do nc -w 3 api.example %d </dev/null & done; wait"
                        .formatted(port));

        assertThat(accepted.get()).isBetween(1, 3);
    }

    @Test
    void newConnectionsEachSecondAreBounded() throws Exception {
        int port = hold(InetAddress.getLoopbackAddress());
        var slow = new LinkBounds(2, 2, 100_000_000, true, List.of());
        Inside inside = inside(port, 100, slow, List.of(), untrusting(), "127.0.0.1");

        inside.run(
                "sh",
                "-c",
                "for i in $(seq 40); do nc -z -w 1 10.77.0.9 %d & done; wait; nc -z -w 1 api.example %1$d"
                        .formatted(port));

        long tried = inside.all(EgressRefused.class).size();
        assertThat(tried).as("of forty that would each be refused by name").isLessThan(20);
    }

    @Test
    void bandwidthIsBoundedAlsoOnTheWayIn() throws Exception {
        int port = serve(HttpServer.create(loopback(), 0));
        var slow = new LinkBounds(100, 100, 500_000, true, List.of());
        Inside inside = inside(port, 8, slow, List.of(), untrusting(), "127.0.0.1");
        long begin = System.nanoTime();

        String got = curl(inside, "http://api.example:" + port + "/large");

        assertThat(got).hasSize(DOWNLOAD);
        // One and a half megabits, of which half a one may come at once.
        assertThat(System.nanoTime() - begin).isGreaterThan(1_800_000_000L);
    }

    @Test
    void aHostWithAnAddressOfTheNewerKindIsReached() throws Exception {
        int port = hold(InetAddress.ofLiteral("::1"));
        Inside inside = inside(port, 8, WIDE, List.of(), untrusting(), "::1");

        inside.run("sh", "-c", "nc -w 5 -N api.example %d </dev/null".formatted(port));

        long deadline = System.nanoTime() + 5_000_000_000L;
        while (accepted.get() == 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(accepted.get()).isEqualTo(1);
    }

    private Inside inside(
            int port,
            int connections,
            LinkBounds bounds,
            List<SecretPlace> secrets,
            SSLSocketFactory trusted,
            String address)
            throws Exception {
        var ports = List.of(new Ports(port, port));
        InetAddress at = InetAddress.ofLiteral(address);
        var admission =
                new Admission(
                        List.of(
                                new Site("api.example", ports, Set.of(), List.of()),
                                new Site("other.example", ports, Set.of(), List.of())),
                        List.of(
                                new Range(
                                        Cidr.parse(
                                                address + (address.contains(":") ? "/128" : "/32")),
                                        ports)),
                        List.of(),
                        secrets,
                        true);
        var forwarder =
                new Forwarder(
                        new Upstreams(() -> trusted),
                        _ -> new InetAddress[] {at},
                        PublicAddress::mayBeReached);
        var inside =
                new Inside(
                        folder,
                        BoundarySpec.Options.plain()
                                .with(EgressPolicy.guarding(admission, connections, bounds)),
                        new Backbone(Clock.systemUTC(), forwarder));
        open.add(inside);
        return inside;
    }

    private static String curl(Inside inside, String url) throws InterruptedException {
        return inside.run("curl", "-sS", "-m", "20", "-H", "Authorization: Bearer " + STAND_IN, url)
                .stdout();
    }

    private int serve(HttpServer web) {
        web.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        web.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        String said = exchange.getRequestHeaders().getFirst("Authorization");
                        asked.add(said);
                        boolean large = exchange.getRequestURI().getPath().equals("/large");
                        String text = large ? "x".repeat(DOWNLOAD) : "you said " + said;
                        byte[] body = text.getBytes(StandardCharsets.UTF_8);
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                    }
                });
        web.start();
        open.add(() -> web.stop(0));
        return web.getAddress().getPort();
    }

    /** Takes connections and says nothing. */
    private int hold(InetAddress address) throws IOException {
        var listening = new ServerSocket(0, 50, address);
        open.add(listening);
        Thread.ofVirtual()
                .start(
                        () -> {
                            while (true) {
                                try {
                                    Socket one = listening.accept();
                                    accepted.incrementAndGet();
                                    open.add(one);
                                } catch (IOException closed) {
                                    return;
                                }
                            }
                        });
        return listening.getLocalPort();
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static SSLSocketFactory untrusting() {
        return (SSLSocketFactory) SSLSocketFactory.getDefault();
    }

    /** A key with a certificate for this name, trusted by itself. */
    private SSLContext tls(String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
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
                                "CN=" + name,
                                "-ext",
                                "san=dns:" + name,
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                "changeit")
                        .run();
        assertThat(made.good()).as(made.complaint()).isTrue();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, "changeit".toCharArray());
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("a", keys.getCertificate("a"));
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
