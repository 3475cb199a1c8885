package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;

import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Thousands who say next to nothing keep nobody else from being heard. */
@Tag("peers")
final class SlowConnectionsTest {

    /** What stopped the service once; both ends of each are in this process. */
    private static final int CROWD = 8_200;

    @TempDir Path folder;
    private final List<SocketChannel> crowd = new ArrayList<>();

    @AfterEach
    void hangUp() throws IOException {
        for (SocketChannel one : crowd) {
            one.close();
        }
    }

    @Test
    @Timeout(120)
    void thousandsOfUnfinishedHeadsKeepNobodyWaiting() throws Exception {
        needFiles(2L * CROWD + 500);
        try (TestService service = TestService.start(folder)) {
            gather(service, "GET /api/v1/jobs HT");

            for (int round = 0; round < 3; round++) {
                trickle();
                assertThat(asked(service)).isEqualTo(200);
            }
        }
    }

    @Test
    @Timeout(120)
    void thousandsOfUnfinishedBodiesOfStrangersNeither() throws Exception {
        needFiles(2L * CROWD + 500);
        try (TestService service = TestService.start(folder)) {
            service.key(Role.ADMIN);
            gather(
                    service,
                    "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
                            + " application/json\r\nContent-Length: 9999\r\n\r\n{");

            for (int round = 0; round < 3; round++) {
                trickle();
                assertThat(asked(service)).isEqualTo(200);
            }
        }
    }

    private static void needFiles(long count) {
        var system = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class);
        Assumptions.assumeTrue(
                system.getMaxFileDescriptorCount() > count,
                "a process may not open %d files here".formatted(count));
    }

    private void gather(TestService service, String text) throws IOException {
        var there = new InetSocketAddress(InetAddress.getLoopbackAddress(), service.port());
        for (int i = 0; i < CROWD; i++) {
            SocketChannel one = SocketChannel.open();
            one.configureBlocking(false);
            // What is still open at the end leaves no ports waiting.
            one.setOption(StandardSocketOptions.SO_LINGER, 0);
            one.connect(there);
            crowd.add(one);
            if (i % 100 == 99) {
                say(crowd.subList(i - 99, i + 1), text);
            }
        }
    }

    private void trickle() {
        say(crowd, "x");
    }

    /** As far as the other side still listens. */
    private static void say(List<SocketChannel> some, String text) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        for (SocketChannel one : some) {
            try {
                if (one.finishConnect()) {
                    one.write(bytes.duplicate());
                }
            } catch (IOException e) {
                // Hung up on.
            }
        }
    }

    private static int asked(TestService service) throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build()) {
            var request =
                    HttpRequest.newBuilder(service.uri("/health"))
                            .timeout(Duration.ofSeconds(3))
                            .build();
            return client.send(request, BodyHandlers.ofString()).statusCode();
        }
    }
}
