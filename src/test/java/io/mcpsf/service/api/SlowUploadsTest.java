package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Whoever sends slowly keeps nobody else from sending. */
final class SlowUploadsTest {

    private static final int MOST_OF_A_KEY = 8;

    @TempDir Path folder;

    @Test
    @Timeout(180)
    void slowSendersHoldUpNobodyButThemselves() throws Exception {
        var sockets = new ArrayList<Socket>();
        try (TestService service = TestService.start(folder)) {
            service.key(Role.ADMIN);
            String slow = service.key(Role.SUBMITTER);
            String quick = service.key(Role.SUBMITTER);
            for (int i = 0; i < MOST_OF_A_KEY; i++) {
                sockets.add(begin(service, slow));
            }
            awaitFiles(folder.resolve("scratch"), MOST_OF_A_KEY);

            long begin = System.nanoTime();
            HttpResponse<String> kept = upload(service, quick);
            assertThat(kept.statusCode()).as(kept.body()).isEqualTo(201);
            assertThat((System.nanoTime() - begin) / 1_000_000_000).isLessThan(10);

            HttpResponse<String> more = upload(service, slow);
            assertThat(more.statusCode()).as(more.body()).isEqualTo(429);
            assertThat(more.headers().firstValue("Retry-After")).isPresent();
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static Socket begin(TestService service, String key) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
        String head =
                "POST /api/v1/uploads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                        + "Content-Type: application/zip\r\nContent-Length: 100000\r\n\r\nPK";
        socket.getOutputStream().write(head.formatted(key).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void awaitFiles(Path scratch, int count) throws Exception {
        for (int i = 0; i < 1000; i++) {
            if (Files.isDirectory(scratch)) {
                try (Stream<Path> all = Files.list(scratch)) {
                    if (all.count() == count) {
                        return;
                    }
                }
            }
            Thread.sleep(10);
        }
        throw new AssertionError("the slow ones did not begin");
    }

    private static HttpResponse<String> upload(TestService service, String key) throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("server.js"));
            zip.write("1".getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        return service.post(
                "/api/v1/uploads",
                "application/zip",
                BodyPublishers.ofByteArray(bytes.toByteArray()),
                key);
    }
}
