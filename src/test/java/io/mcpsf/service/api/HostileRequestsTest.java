package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.TestService;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** What strangers send, and that it comes to nothing. */
@Tag("peers")
final class HostileRequestsTest {

    @TempDir static Path folder;
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(folder);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc",
                "./",
                "../../etc",
                "/etc/passwd",
                "/tmp/x.zip",
                "~/x",
                "file:///etc/passwd",
                "FILE:/etc",
                "http://localhost:8080/mcp",
                "http://127.0.0.1/mcp",
                "https://127.0.0.1/mcp",
                "https://localhost/mcp",
                "https://[::1]/mcp",
                "https://[::ffff:127.0.0.1]/mcp",
                "https://169.254.169.254/latest/meta-data",
                "http://169.254.169.254/latest/meta-data",
                "https://10.0.0.1/",
                "https://192.168.1.1/",
                "https://172.16.0.1/",
                "https://100.64.0.1/",
                "https://0.0.0.0/",
                "https://[fd00::1]/",
                "https://[fe80::1]/",
                "https://[64:ff9b::a9fe:a9fe]/",
                "https://inside.test/mcp",
                "https://both.test/mcp",
                "https://unknown.test/mcp",
                "https://public.test:8443/mcp",
                "https://user:secret@public.test/mcp",
                "git+https://169.254.169.254/x.git",
                "git+https://inside.test/x.git",
                "https://github.com.evil.invalid/a/b.git",
                "git+ssh://github.com/a/b",
                "gopher://public.test/",
                "upload:../../etc/passwd",
                "upload:01jd3v0c9x8k2m4n6p8r0s2t4v",
                "--output=/etc",
                "-x"
            })
    void sourcesThatOnlyTheServiceCouldReachAreRefused(String source) throws Exception {
        HttpResponse<String> answer =
                service.post("/api/v1/assess", "{\"source\":\"" + source + "\"}", "");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains("source");
    }

    @Test
    void aPublicServerMayBeAssessedAfterApproval() throws Exception {
        assertThat(
                        service.post(
                                        "/api/v1/assess",
                                        "{\"source\":\"https://public.test/mcp\"}",
                                        "")
                                .body())
                .contains("AWAITING_APPROVAL")
                .contains("\"profile\":\"safe\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:5432", "inside.test", "169.254.169.254", "both.test:443"})
    void hostsInsideAreNotReallyReached(String host) throws Exception {
        String body = "{\"source\":\"npm:x\",\"allowNet\":[\"" + host + "\"]}";

        assertThat(service.post("/api/v1/assess", body, "").statusCode()).isEqualTo(422);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../../../../etc/passwd",
                "/assets/../../../etc/passwd",
                "/assets/..%2f..%2fetc%2fpasswd",
                "/assets/%2e%2e/openapi.yaml",
                "/assets/..",
                "/assets/x.class",
                "/io/mcpsf/service/Service.class",
                "/assets/openapi.yaml"
            })
    void pathsLeadNowhereElse(String path) throws Exception {
        String answer =
                Raw.answer(
                        service,
                        "GET "
                                + path
                                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).doesNotContain("root:").doesNotContain("openapi: 3");
        assertThat(answer).matches("(?s)HTTP/1.1 (404|400).*");
    }

    @Test
    void namesOfFilesAreOnlyCompared() throws Exception {
        String id = service.submit("{\"source\":\"npm:x\"}", "").path("id").stringValue("");
        service.await(id, "DONE", "");

        for (String name : new String[] {"../report.json", "/etc/passwd", "%2e%2e%2freport.json"}) {
            assertThat(service.get("/api/v1/jobs/" + id + "/file?name=" + name, "").statusCode())
                    .isEqualTo(404);
        }
        assertThat(service.get("/api/v1/jobs/" + id + "/file?name=report.json", "").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aZipBombIsRefused() throws Exception {
        HttpResponse<String> answer =
                service.post(
                        "/api/v1/uploads",
                        "application/zip",
                        BodyPublishers.ofByteArray(bomb(200)),
                        "");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains("bad-archive");
    }

    @Test
    void anArchiveThatLeadsOutIsRefused() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("../../evil.txt"));
            zip.write("x".getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }

        assertThat(
                        service.post(
                                        "/api/v1/uploads",
                                        "application/zip",
                                        BodyPublishers.ofByteArray(bytes.toByteArray()),
                                        "")
                                .statusCode())
                .isEqualTo(422);
    }

    @Test
    void whatIsNoArchiveIsRefused() throws Exception {
        for (String body : new String[] {"", "hello", "PK\u0003\u0004"}) {
            assertThat(
                            service.post(
                                            "/api/v1/uploads",
                                            "application/zip",
                                            BodyPublishers.ofString(body),
                                            "")
                                    .statusCode())
                    .isEqualTo(422);
        }
    }

    @Test
    void bodiesThatAreTooLargeAreRefusedWhetherTheySaySoOrNot() throws Exception {
        byte[] large = new byte[3 << 20];
        assertThat(
                        service.post(
                                        "/api/v1/uploads",
                                        "application/zip",
                                        BodyPublishers.ofByteArray(large),
                                        "")
                                .statusCode())
                .isEqualTo(413);
        String json = "{\"source\":\"" + "x".repeat(400_000) + "\"}";
        assertThat(service.post("/api/v1/assess", json, "").statusCode()).isEqualTo(413);
        assertThat(
                        Raw.answer(
                                service,
                                "POST /api/v1/assess HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
                                        + " application/json\r\nTransfer-Encoding: chunked\r\n"
                                        + "Connection: close\r\n\r\n61a80\r\n"
                                        + " ".repeat(400_000)
                                        + "\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 413");
    }

    /** Whoever is cut off in the middle of sending never reads why. */
    @RepeatedTest(20)
    void whoeverSendsMuchAndIsRefusedReadsWhy() throws IOException {
        String body = "x".repeat(3 << 20);
        for (String path : new String[] {"/api/v1/assess", "/api/v1/uploads", "/nothing/there"}) {
            String answer =
                    Raw.answer(
                            service,
                            "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
                                            .formatted(path)
                                    + "Connection: close\r\nContent-Length: %d\r\n\r\n"
                                            .formatted(body.length())
                                    + body);

            assertThat(answer).matches("(?s)HTTP/1.1 4(04|15) .*");
        }
    }

    @Test
    void whoeverAsksBeforeSendingFarTooMuchIsToldAtOnce() throws IOException {
        String head =
                "POST /api/v1/uploads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/zip"
                        + "\r\nExpect: 100-continue\r\nContent-Length: %d\r\n"
                                .formatted(9_000_000_000L);

        assertThat(Raw.status(service, head)).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "null",
                "{",
                "{\"source\":1}",
                "{\"source\":\"\"}",
                "{\"source\":\"x\",\"more\":1}",
                "{\"source\":\"x\",\"priority\":10}",
                "{\"source\":\"x\",\"priority\":\"1\"}",
                "{\"source\":\"x\",\"env\":{\"A=B\":\"c\"}}",
                "{\"source\":\"x\",\"env\":{\"A\":\"b\\nc\"}}",
                "{\"source\":\"x\",\"headers\":[\"A: b\\r\\nC: d\"]}",
                "{\"source\":\"x\",\"args\":[\"\\u0000\"]}",
                "{\"source\":\"x\",\"seed\":1e400}",
                "{\"source\":\"x\",\"label\":\"\\ud800\"}"
            })
    void wordsThatTheDocumentDoesNotAllowAreRefused(String body) throws Exception {
        assertThat(service.post("/api/v1/assess", body, "").statusCode()).isEqualTo(400);
    }

    @Test
    @Timeout(90)
    void whoeverFallsSilentInTheMiddleIsNotWaitedFor() throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(
                            ("POST /api/v1/assess HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
                                            + " application/json\r\nContent-Length: 1000\r\n\r\n{")
                                    .getBytes(StandardCharsets.US_ASCII));
            long begin = System.nanoTime();
            try {
                byte[] answer = socket.getInputStream().readNBytes(12);
                assertThat(new String(answer, StandardCharsets.US_ASCII))
                        .matches("(HTTP/1.1 4..)?");
            } catch (SocketException reset) {
                assertThat(reset).isNotNull();
            }
            assertThat((System.nanoTime() - begin) / 1_000_000_000).isLessThan(45);
        }
    }

    @Test
    @Timeout(180)
    void whoeverAsksForTheLineToBeClosedIsHungUpOn() throws IOException {
        for (String path : new String[] {"/", "/health", "/api/v1/jobs", "/nothing/there"}) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
                socket.setSoTimeout(5_000);
                String head =
                        "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                                .formatted(path);
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));

                byte[] whole = socket.getInputStream().readAllBytes();

                assertThat(new String(whole, StandardCharsets.UTF_8)).startsWith("HTTP/1.1 ");
            }
        }
    }

    @Test
    void oddRequestsDoNoHarm() throws IOException {
        assertThat(Raw.status(service, "GET / HTTP/1.1\r\nHost: localhost\r\n")).isEqualTo(200);
        assertThat(Raw.status(service, "TRACE / HTTP/1.1\r\nHost: localhost\r\n"))
                .isBetween(400, 499);
        assertThat(
                        Raw.status(
                                service,
                                "GET /api/v1/jobs?limit=%zz HTTP/1.1\r\nHost: localhost\r\n"))
                .isBetween(400, 499);
        assertThat(Raw.status(service, "GET /api/v1/jobs?q=%00 HTTP/1.1\r\nHost: localhost\r\n"))
                .isEqualTo(400);
        assertThat(
                        Raw.status(
                                service,
                                "GET / HTTP/1.1\r\nHost: localhost\r\nX: "
                                        + "y".repeat(70_000)
                                        + "\r\n"))
                .isBetween(400, 499);
    }

    private static byte[] bomb(int megabytes) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.setLevel(Deflater.BEST_COMPRESSION);
            zip.putNextEntry(new ZipEntry("zeros"));
            var block = new byte[1 << 20];
            for (int i = 0; i < megabytes; i++) {
                zip.write(block);
            }
            zip.closeEntry();
        }
        return bytes.toByteArray();
    }
}
