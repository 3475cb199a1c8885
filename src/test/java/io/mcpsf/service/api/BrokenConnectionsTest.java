package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.LogLines;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Whoever hangs up in the middle costs the log a line at most, never a trace. */
final class BrokenConnectionsTest {

    private static final int EACH = 20;

    @TempDir Path folder;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final Logger root = Logger.getLogger("");
    private final List<Handler> before = List.of(root.getHandlers());
    private final Level levelBefore = root.getLevel();

    @BeforeEach
    void listen() {
        LogLines.to(log, Level.INFO);
    }

    @AfterEach
    void restore() {
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        before.forEach(root::addHandler);
        root.setLevel(levelBefore);
    }

    @Test
    void hangingUpAnywhereLeavesNoTrace() throws Exception {
        try (TestService service = TestService.start(folder)) {
            service.key(Role.ADMIN);
            String key = service.key(Role.SUBMITTER);
            String who = "Host: localhost\r\nAuthorization: Bearer " + key + "\r\n";
            for (String text :
                    List.of(
                            "",
                            "GE",
                            "GET /api/v1/jobs HTTP/1.1\r\nHost: loc",
                            "GET /api/v1/openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n",
                            "GET /api/v1/jobs HTTP/1.1\r\n" + who + "\r\n",
                            "POST /api/v1/assess HTTP/1.1\r\n"
                                    + who
                                    + "Content-Type: application/json\r\n"
                                    + "Content-Length: 500\r\n\r\n{\"sou",
                            "POST /api/v1/uploads HTTP/1.1\r\n"
                                    + who
                                    + "Content-Type: application/gzip\r\n"
                                    + "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
                            "POST /api/v1/assess HTTP/1.1\r\n"
                                    + who
                                    + "Connection: close\r\nContent-Length: 500\r\n\r\n{",
                            "nonsense\r\n\r\n")) {
                for (int i = 0; i < EACH; i++) {
                    hangUp(service, text, i % 2 == 0);
                }
            }
            // What is asked now comes behind them.
            for (int i = 0; i < 20; i++) {
                assertThat(service.get("/api/v1/me", key).statusCode()).isEqualTo(200);
            }
        }
        String lines = log.toString(StandardCharsets.UTF_8);
        assertThat(lines.lines().filter(line -> line.contains("\"thrown\"")).toList()).isEmpty();
        assertThat(lines.lines().count()).isLessThan(9L * EACH);
    }

    private static void hangUp(TestService service, String text, boolean abruptly)
            throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            if (abruptly) {
                socket.setSoLinger(true, 0);
            }
        }
    }
}
