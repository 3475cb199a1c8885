package io.mcpsf.guard.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.LineReader;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Remote clients at the front, with a server of one's own behind each session. */
@Timeout(180)
final class HttpFrontTest {

    private static final String KEY = "a-key-that-nobody-guesses";
    private static final String BOTH = "application/json, text/event-stream";
    private static final String HELLO =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}\
            """;
    private static final String STATELESS =
            """
            {"jsonrpc":"2.0","id":1,"method":"%s","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}\
            """;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<ClientSession> opened = new CopyOnWriteArrayList<>();
    private final List<String> said = new CopyOnWriteArrayList<>();
    private HttpFront front;

    @BeforeEach
    void start() {
        front =
                new HttpFront("127.0.0.1", 0, new ClientAdmission(KEY, true), this::session)
                        .start();
    }

    @AfterEach
    void stop() {
        front.close();
        http.close();
    }

    /** Answers every question with its method; "progress" tells something first. */
    private ClientSession session() {
        var session = new ClientSession("session-" + opened.size());
        opened.add(session);
        Thread.ofVirtual().start(() -> serve(session));
        return session;
    }

    private void serve(ClientSession session) {
        try {
            Optional<LineReader.Line> line = session.next();
            while (line.isPresent()) {
                String text = new String(line.get().kept(), StandardCharsets.UTF_8);
                said.add(session.id() + " " + text);
                JsonNode frame = text.endsWith("}") ? Json.read(text) : Json.object();
                String method = Json.text(frame, "method");
                if (method.equals("progress")) {
                    session.line(bytes("{\"jsonrpc\":\"2.0\",\"method\":\"told\"}"));
                }
                if (frame.has("id") && frame.has("method") && !method.equals("silence")) {
                    session.line(
                            bytes(
                                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"of\":\"%s\",\n\"by\":\"%s\"}}"
                                            .formatted(frame.path("id"), method, session.id())));
                }
                line = session.next();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        } finally {
            session.end();
        }
    }

    @Test
    void nobodyIsLetInWithoutTheKeyOrFromAPageOfSomebodyElse() throws Exception {
        assertThat(status(HELLO, "Authorization", "Bearer another")).isEqualTo(401);
        assertThat(status(HELLO, "Authorization", "Basic " + KEY)).isEqualTo(401);
        assertThat(status(HELLO, "Origin", "http://page.example")).isEqualTo(403);
        assertThat(status(HELLO, "Origin", "http://127.0.0.1:" + front.port())).isEqualTo(200);
        assertThat(rawStatus("rebinding.invalid")).as("another name for us").isEqualTo(403);
        assertThat(rawStatus("localhost:" + front.port())).isEqualTo(200);
        assertThat(opened).hasSize(2);
    }

    @Test
    void aSessionBeginsWithAGreetingAndEndsWhenItsClientLeaves() throws Exception {
        HttpResponse<String> hello = post(HELLO, "Accept", BOTH);
        String id = hello.headers().firstValue("mcp-session-id").orElseThrow();
        assertThat(hello.headers().firstValue("content-type")).contains("text/event-stream");
        assertThat(data(hello.body())).contains("\"of\":\"initialize\"");

        assertThat(
                        post(
                                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                                        "Mcp-Session-Id",
                                        id)
                                .statusCode())
                .isEqualTo(202);
        HttpResponse<String> asked =
                post(
                        "{\"jsonrpc\":\"2.0\",\n\"id\":\"a\",\"method\":\"progress\"}",
                        "Mcp-Session-Id",
                        id,
                        "Accept",
                        BOTH);
        assertThat(asked.body().indexOf("told"))
                .as("what it says meanwhile comes first, in the same stream")
                .isBetween(0, asked.body().indexOf("\"of\":\"progress\""));
        assertThat(said).anyMatch(text -> text.contains("\"2.0\",\n\"id\""));

        assertThat(send("DELETE", "", "Mcp-Session-Id", id).statusCode()).isEqualTo(204);
        assertThat(post(HELLO.replace("initialize", "ping"), "Mcp-Session-Id", id).statusCode())
                .isEqualTo(404);
        assertThat(post(HELLO.replace("initialize", "ping")).statusCode())
                .as("neither a session nor a revision without")
                .isEqualTo(400);
    }

    @Test
    void whatTheServerSaysByItselfWaitsForTheStream() throws Exception {
        String id = greeted();
        opened.getFirst().line(bytes("{\"jsonrpc\":\"2.0\",\"method\":\"early\"}"));

        HttpResponse<Stream<String>> stream =
                http.send(
                        request("GET", "/mcp", "", "Mcp-Session-Id", id),
                        HttpResponse.BodyHandlers.ofLines());

        assertThat(stream.statusCode()).isEqualTo(200);
        try (Stream<String> lines = stream.body()) {
            assertThat(lines.filter(line -> line.startsWith("data:")).findFirst().orElseThrow())
                    .contains("early");
        }
    }

    @Test
    void aServerThatEndsAnswersWithAnErrorWhatItWasAsked() throws Exception {
        String id = greeted();
        var asked =
                http.sendAsync(
                        request(
                                "POST",
                                "/mcp",
                                HELLO.replace("initialize", "silence"),
                                "Mcp-Session-Id",
                                id,
                                "Accept",
                                BOTH),
                        HttpResponse.BodyHandlers.ofString());
        while (said.stream().noneMatch(text -> text.contains("silence"))) {
            Thread.onSpinWait();
        }
        opened.getFirst().end();

        assertThat(asked.get().body()).contains("the server ended before it answered");
    }

    /** Clients that know nothing of each other count alike. */
    @Test
    void withoutSessionsTheSameIdInUseGetsAnotherServer() throws Exception {
        var first = http.sendAsync(stateless("silence"), HttpResponse.BodyHandlers.ofString());
        while (said.isEmpty()) {
            Thread.onSpinWait();
        }
        HttpResponse<String> second =
                http.send(stateless("ping"), HttpResponse.BodyHandlers.ofString());

        assertThat(second.body()).contains("session-1");
        assertThat(second.headers().firstValue("mcp-session-id")).isEmpty();
        assertThat(first.isDone()).isFalse();
        assertThat(
                        post(STATELESS.formatted("ping"), "MCP-Protocol-Version", "2025-06-18")
                                .statusCode())
                .as("a header that says otherwise")
                .isEqualTo(400);
        opened.forEach(ClientSession::leave);
        first.join();
    }

    @Test
    void whatCannotBeReadIsRefusedAndStillSeenByTheSession() throws Exception {
        String id = greeted();
        assertThat(post("{\"jsonrpc\":", "Mcp-Session-Id", id).statusCode()).isEqualTo(400);
        while (said.stream().noneMatch(text -> text.endsWith("{\"jsonrpc\":"))) {
            Thread.onSpinWait();
        }
        assertThat(opened.getFirst().over()).isFalse();
        assertThat(post("x", "Mcp-Session-Id", "nobody").statusCode()).isEqualTo(400);
        assertThat(
                        http.send(
                                        request("POST", "/other", HELLO),
                                        HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aClientThatTakesNoEventsGetsTheAnswerAlone() throws Exception {
        HttpResponse<String> hello = post(HELLO, "Accept", "application/json");

        assertThat(hello.headers().firstValue("content-type")).contains("application/json");
        assertThat(Json.text(Json.read(hello.body()).path("result"), "of")).isEqualTo("initialize");
    }

    @Test
    void theOlderWayHasOneStreamAndAPlaceForMessages() throws Exception {
        HttpResponse<Stream<String>> stream =
                http.send(request("GET", "/sse", ""), HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> lines = stream.body()) {
            var each = lines.iterator();
            assertThat(each.next()).isEqualTo("event: endpoint");
            String place = each.next().substring("data: ".length());

            HttpResponse<String> taken =
                    http.send(request("POST", place, HELLO), HttpResponse.BodyHandlers.ofString());

            assertThat(taken.statusCode()).isEqualTo(202);
            String line = each.next();
            while (!line.startsWith("data:")) {
                line = each.next();
            }
            assertThat(line).contains("\"of\":\"initialize\"");
        }
    }

    @Test
    void thereAreNoMoreSessionsThanSandboxesMayBe() throws Exception {
        for (int i = 0; i < OpenSessions.MOST; i++) {
            greeted();
        }
        assertThat(post(HELLO).statusCode()).isEqualTo(503);
        assertThat(opened).hasSize(OpenSessions.MOST);
    }

    private String greeted() throws Exception {
        return post(HELLO, "Accept", BOTH).headers().firstValue("mcp-session-id").orElseThrow();
    }

    private HttpRequest stateless(String method) {
        return request(
                "POST",
                "/mcp",
                STATELESS.formatted(method),
                "MCP-Protocol-Version",
                "2026-07-28",
                "Accept",
                BOTH);
    }

    private int status(String body, String name, String value) throws Exception {
        return post(body, name, value, "Accept", BOTH).statusCode();
    }

    private HttpResponse<String> post(String body, String... headers) throws Exception {
        return send("POST", body, headers);
    }

    private HttpResponse<String> send(String method, String body, String... headers)
            throws Exception {
        return http.send(
                request(method, "/mcp", body, headers), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String method, String path, String body, String... headers) {
        var request =
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:%d%s".formatted(front.port(), path)))
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .header("Content-Type", "application/json")
                        .setHeader("Authorization", "Bearer " + KEY);
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    /** The host is no client's to choose in a library. */
    private int rawStatus(String host) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), front.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(
                    bytes(
                            "POST /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
                                    .formatted(host, KEY, HELLO.length(), HELLO)));
            out.flush();
            var in =
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            return Integer.parseInt(in.readLine().split(" ")[1]);
        }
    }

    private static String data(String events) {
        return String.join(
                "\n",
                events.lines()
                        .filter(line -> line.startsWith("data: "))
                        .map(line -> line.substring("data: ".length()))
                        .toList());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
