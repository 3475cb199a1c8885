package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Who listens, for how long they may, and how many. */
@Tag("peers")
@Timeout(180)
final class LiveStreamsTest {

    private static final int MOST_OF_A_KEY = 500;

    @TempDir Path folder;
    private TestService service;
    private final List<Socket> sockets = new ArrayList<>();

    @BeforeEach
    void start() {
        service = TestService.start(folder);
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        service.close();
    }

    @Test
    void aKeyThatIsRevokedHearsNothingMore() throws Exception {
        String admin = service.key(Role.ADMIN);
        String viewer = service.key(Role.VIEWER);
        Socket revoked = listen(longJob(admin), "Authorization: Bearer " + viewer);
        Socket other = listen(longJob(admin), "Authorization: Bearer " + admin);

        assertThat(send("DELETE", "/api/v1/keys/" + viewer.split("_")[1], admin)).isEqualTo(204);

        assertThat(ends(revoked)).isTrue();
        other.setSoTimeout(3_000);
        assertThat(ends(other)).isFalse();
    }

    @Test
    void whoeverSignsOutHearsNothingMore() throws Exception {
        String admin = service.key(Role.ADMIN);
        String job = longJob(admin);
        HttpResponse<String> signed =
                service.post("/api/v1/session", "{\"key\":\"" + admin + "\"}", "");
        String cookie = signed.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        Socket stream = listen(job, "Cookie: " + cookie);

        var out =
                service.request("/api/v1/session", "")
                        .header("Cookie", cookie)
                        .header("X-Mcpsf", "1")
                        .DELETE();
        assertThat(service.send(out.build()).statusCode()).isEqualTo(204);

        assertThat(ends(stream)).isTrue();
    }

    @Test
    void whoeverNeededNoKeyIsShownOutOnceThereIsOne() throws Exception {
        Socket stream = listen(longJob(""), "X: y");

        service.key(Role.ADMIN);

        assertThat(ends(stream)).isTrue();
    }

    @Test
    void oneKeyDoesNotTakeThePlacesOfAll() throws Exception {
        String admin = service.key(Role.ADMIN);
        String viewer = service.key(Role.VIEWER);
        String job = longJob(admin);
        for (int i = 0; i < MOST_OF_A_KEY; i++) {
            listen(job, "Authorization: Bearer " + viewer);
        }

        HttpResponse<String> more = service.get("/api/v1/jobs/" + job + "/events", viewer);
        assertThat(more.statusCode()).as(more.body()).isEqualTo(429);
        assertThat(more.headers().firstValue("Retry-After")).isPresent();
        listen(job, "Authorization: Bearer " + admin);

        sockets.removeFirst().close();
        awaitPlace(job, viewer);
    }

    /** A place is free when we notice that somebody hung up, which takes a word to them. */
    private void awaitPlace(String job, String viewer) throws Exception {
        long deadline = System.nanoTime() + 40_000_000_000L;
        while (true) {
            try {
                listen(job, "Authorization: Bearer " + viewer);
                return;
            } catch (AssertionError e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(200);
            }
        }
    }

    private String longJob(String key) throws Exception {
        String id =
                service.submit("{\"source\":\"npm:x\",\"label\":\"60000\"}", key)
                        .path("id")
                        .stringValue("");
        service.await(id, "RUNNING", key);
        return id;
    }

    private int send(String method, String path, String key) throws Exception {
        var request =
                service.request(path, key)
                        .method(method, java.net.http.HttpRequest.BodyPublishers.noBody());
        return service.send(request.build()).statusCode();
    }

    /** A stream of which the head and the first line were read. */
    private Socket listen(String job, String header) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
        sockets.add(socket);
        socket.setSoTimeout(20_000);
        String head =
                "GET /api/v1/jobs/%s/events HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n"
                        .formatted(job, header);
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        var heard = new StringBuilder();
        while (heard.indexOf("still here") < 0 && heard.indexOf("\"status\":") < 0) {
            int b = socket.getInputStream().read();
            if (b < 0) {
                break;
            }
            heard.append((char) b);
        }
        assertThat(heard.toString()).startsWith("HTTP/1.1 200");
        return socket;
    }

    /** Whether it comes to an end: the last chunk is empty. */
    private static boolean ends(Socket stream) throws IOException {
        var heard = new StringBuilder();
        try {
            for (int b = stream.getInputStream().read();
                    b >= 0;
                    b = stream.getInputStream().read()) {
                heard.append((char) b);
                if (heard.toString().endsWith("\n0\r\n\r\n")) {
                    return true;
                }
            }
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        }
    }
}
