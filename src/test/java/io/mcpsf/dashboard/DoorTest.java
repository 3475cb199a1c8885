package io.mcpsf.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who gets into a service from a browser, a page of someone else, or through a proxy. */
@Tag("peers")
final class DoorTest {

    private static final String STALE = "Cookie: mcpsf_session=" + "0".repeat(32);
    private static final String JSON = "Content-Type: application/json";

    @TempDir static Path data;

    private static Served open;
    private static Served locked;
    private static String key;
    private static String cookie;

    @BeforeAll
    static void start() throws Exception {
        open = new Served(data.resolve("open"), "--workers", "0");
        locked = new Served(data.resolve("locked"), "--workers", "0");
        String made =
                say(locked, "POST /api/v1/keys", "{\"name\": \"Ada\", \"role\": \"admin\"}", JSON);
        key = Json.read(made.substring(made.indexOf('{'))).path("key").asString();
        String session =
                say(locked, "POST /api/v1/session", "{\"key\": \"%s\"}".formatted(key), JSON);
        cookie = "Cookie: " + session.replaceAll("(?s).*(mcpsf_session=[0-9a-z]+).*", "$1");
        assertThat(session).contains("HttpOnly", "SameSite=Strict");
    }

    @AfterAll
    static void stop() throws Exception {
        open.close();
        locked.close();
    }

    @Test
    void withoutKeysThisMachineIsLetIn() throws Exception {
        assertThat(status(open, "GET /api/v1/me")).isEqualTo(200);
        assertThat(status(open, "GET /api/v1/me", STALE))
                .as("a cookie from elsewhere locks nobody out")
                .isEqualTo(200);
    }

    @Test
    void withoutKeysNobodyElseIs() throws Exception {
        assertThat(status(open, "GET /api/v1/jobs", "Host: rebound.invalid")).isEqualTo(403);
        for (String proxy :
                List.of("X-Forwarded-For: 198.51.100.7", "Forwarded: for=x", "Via: 1.1 x")) {
            assertThat(status(open, "GET /api/v1/jobs", proxy)).as(proxy).isEqualTo(403);
        }
        for (String page :
                List.of(
                        "Origin: http://evil.invalid",
                        "Origin: null",
                        "Sec-Fetch-Site: cross-site",
                        "Sec-Fetch-Site: same-site")) {
            assertThat(status(open, "POST /api/v1/assess", JSON, page)).as(page).isEqualTo(403);
            assertThat(status(open, "POST /api/v1/keys", JSON, page, STALE))
                    .as(page)
                    .isEqualTo(403);
        }
    }

    @Test
    void withKeysOneIsNeededEverywhere() throws Exception {
        String job = "/api/v1/jobs/" + "0".repeat(26);
        for (String path :
                List.of(
                        "/api/v1/me",
                        "/api/v1/jobs",
                        job + "/events",
                        job + "/report?format=html",
                        "/metrics")) {
            assertThat(status(locked, "GET " + path)).as(path).isEqualTo(401);
            assertThat(status(locked, "GET " + path, STALE)).as(path).isEqualTo(401);
            String inAddress =
                    path + (path.contains("?") ? "&" : "?") + "key=" + key + "&access_token=" + key;
            assertThat(status(locked, "GET " + inAddress)).as("a key in an address").isEqualTo(401);
        }
        assertThat(status(locked, "GET /api/v1/me", "Authorization: Bearer " + key)).isEqualTo(200);
        assertThat(status(locked, "GET /api/v1/me", cookie)).isEqualTo(200);
    }

    @Test
    void aCookieAloneChangesNothing() throws Exception {
        String body = "{\"source\": \"npm:is-odd\"}";
        String first = "HTTP/1.1 403";
        assertThat(say(locked, "POST /api/v1/assess", body, JSON, cookie)).startsWith(first);
        assertThat(
                        say(
                                locked,
                                "POST /api/v1/assess",
                                body,
                                JSON,
                                cookie,
                                "X-Mcpsf: 1",
                                "Origin: http://evil.invalid"))
                .startsWith(first);
        assertThat(say(locked, "POST /api/v1/assess", body, JSON, cookie, "X-Mcpsf: 1"))
                .startsWith("HTTP/1.1 202");
    }

    @Test
    void theReportAndThePageCannotBeFramedByOthers() throws Exception {
        assertThat(say(open, "GET /", ""))
                .contains("frame-ancestors 'none'", "script-src 'self'")
                .doesNotContain("unsafe");
    }

    private static int status(Served service, String what, String... headers) throws IOException {
        return Integer.parseInt(say(service, what, "{}", headers).substring(9, 12));
    }

    /** Words as they are, which a client of good manners would not send. */
    private static String say(Served service, String what, String body, String... headers)
            throws IOException {
        URI address = URI.create(service.address());
        var text = new StringBuilder(what).append(" HTTP/1.1\r\nConnection: close\r\n");
        boolean named = List.of(headers).stream().anyMatch(header -> header.startsWith("Host:"));
        if (!named) {
            text.append("Host: ").append(address.getAuthority()).append("\r\n");
        }
        List.of(headers).forEach(header -> text.append(header).append("\r\n"));
        if (what.startsWith("POST")) {
            text.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
        } else {
            text.append("\r\n");
        }
        try (var socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(text.toString().getBytes(StandardCharsets.UTF_8));
            return answer(socket.getInputStream());
        }
    }

    /** An answer to its end, which its length tells. */
    private static String answer(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            assertThat(next).as("the answer broke off: %s", head).isNotNegative();
            head.append((char) next);
        }
        Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
        int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
        return head + new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
    }
}
