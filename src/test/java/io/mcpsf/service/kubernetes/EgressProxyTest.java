package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The way to package registries, and to nowhere else. */
final class EgressProxyTest {

    /** Answers one word with another. */
    private static ServerSocket registry() throws IOException {
        var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofVirtual()
                .start(
                        () -> {
                            try (Socket client = server.accept()) {
                                client.getInputStream().readNBytes(4);
                                client.getOutputStream()
                                        .write("pong".getBytes(StandardCharsets.US_ASCII));
                            } catch (IOException e) {
                                // The test is over.
                            }
                        });
        return server;
    }

    private static Socket ask(EgressProxy proxy, String head) throws IOException {
        var pod = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        pod.setSoTimeout(10_000);
        pod.getOutputStream().write((head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return pod;
    }

    private static String line(Socket socket) throws IOException {
        byte[] all = socket.getInputStream().readAllBytes();
        return new String(all, StandardCharsets.US_ASCII).strip();
    }

    @Test
    void aNamedRegistryIsReached() throws Exception {
        try (ServerSocket registry = registry();
                var proxy =
                        new EgressProxy(0, Set.of("localhost"), registry.getLocalPort()).start();
                Socket pod = ask(proxy, "CONNECT LOCALHOST:443 HTTP/1.1\r\nHost: x")) {
            byte[] head =
                    pod.getInputStream()
                            .readNBytes("HTTP/1.1 200 Connection established\r\n\r\n".length());
            assertThat(new String(head, StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 200");

            pod.getOutputStream().write("ping".getBytes(StandardCharsets.US_ASCII));

            assertThat(pod.getInputStream().readNBytes(4))
                    .isEqualTo("pong".getBytes(StandardCharsets.US_ASCII));
            // What was handed over is counted a moment later.
            Patience.await(() -> proxy.bytes() == 8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CONNECT evil.invalid:443 HTTP/1.1",
                "CONNECT localhost:22 HTTP/1.1",
                "CONNECT 169.254.169.254:443 HTTP/1.1",
                "CONNECT localhost.evil.invalid:443 HTTP/1.1",
                "GET http://localhost/ HTTP/1.1",
                "nonsense",
            })
    void everythingElseIsRefused(String head) throws Exception {
        try (ServerSocket registry = registry();
                var proxy =
                        new EgressProxy(0, Set.of("localhost"), registry.getLocalPort()).start();
                Socket pod = ask(proxy, head)) {
            assertThat(line(pod)).isEqualTo("HTTP/1.1 403 Forbidden");
        }
    }
}
