package io.mcpsf.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Fault;
import io.mcpsf.mcp.FrameListener;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Greeting;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.mcp.ServerProcess;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Each way of misbehaving over HTTP: what the client says about it, and that it comes back. */
@Tag("peers")
final class HostileHttpTest {

    private static final Duration LONG = Duration.ofSeconds(15);
    private static final Duration SHORT = Duration.ofMillis(700);

    /** The usual one with less room for floods, so that they end soon. */
    private static final Budget BUDGET =
            new Budget(100_000, 48L << 20, 1_000, 50, 64, Duration.ofSeconds(2), 8);

    /** One way of misbehaving, what comes back from the two calls, and the faults reported. */
    record Case(
            String mode,
            Class<? extends Reply> echo,
            Class<? extends Reply> after,
            Set<Fault> faults) {

        @Override
        public String toString() {
            return mode;
        }
    }

    static Stream<Case> ways() {
        return Stream.of(
                well("ordinary"),
                well("redirect-slash"),
                well("interim-then-answer"),
                well("chunk-drip"),
                well("event-twice"),
                well("event-carriage-returns"),
                well("event-asks"),
                well("sse-ordinary"),
                well("json-as-text", Fault.WRONG_TYPE),
                well("length-long", Fault.EXTRA_BYTES),
                well("length-and-chunks", Fault.BAD_FRAMING),
                well("two-lengths", Fault.BAD_FRAMING),
                well("length-overflow", Fault.BAD_FRAMING),
                well("event-huge", Fault.TOO_LONG),
                well("event-junk", Fault.NOT_JSON),
                well("event-utf8", Fault.NOT_UTF8),
                well("event-wrong-id", Fault.UNKNOWN_ID),
                well("session-spaces", Fault.BAD_SESSION),
                well("session-twice", Fault.BAD_SESSION),
                well("session-huge", Fault.BAD_SESSION),
                well("get-wrong-type", Fault.WRONG_TYPE),
                well("sse-second-endpoint", Fault.BAD_EVENT),
                refused("redirect-metadata", Fault.METADATA_REDIRECT),
                refused("redirect-metadata-decimal", Fault.METADATA_REDIRECT),
                refused("redirect-metadata-name", Fault.METADATA_REDIRECT),
                refused("redirect-elsewhere", Fault.REDIRECT),
                refused("redirect-file", Fault.REDIRECT),
                refused("redirect-loop", Fault.REDIRECT),
                refused("endless-head", Fault.LONG_HEAD),
                refused("many-headers", Fault.LONG_HEAD),
                refused("interim-flood", Fault.INTERIM_FLOOD),
                refused("not-http", Fault.BAD_HEAD),
                refused("http-nine", Fault.BAD_HEAD),
                refused("header-injection", Fault.BAD_HEAD),
                refused("folded-header", Fault.BAD_HEAD),
                refused("chunk-bomb", Fault.BAD_CHUNK),
                refused("chunk-huge", Fault.SHORT_BODY),
                refused("chunk-lie", Fault.BAD_CHUNK),
                refused("chunk-line", Fault.BAD_CHUNK),
                refused("chunk-trailers", Fault.BAD_CHUNK),
                refused("length-short", Fault.SHORT_BODY),
                refused("gzip-bomb", Fault.COMPRESSED),
                refused("gzip-stream", Fault.COMPRESSED),
                refused("wrong-type", Fault.WRONG_TYPE),
                refused("server-error", Fault.HTTP_ERROR),
                refused("event-half", Fault.TRUNCATED, Fault.NOT_JSON),
                refused("empty"),
                refused("accepted"),
                refused("no-content"),
                refused("closes"),
                refused("unauthorized"),
                refused("event-ends-early"),
                refused("event-resume-forever"),
                refused("event-id-injection"),
                silent("never-answers"),
                silent("body-drip"),
                silent("event-silence"),
                silent("event-retry-years"),
                silent("slow-head", Fault.SLOW_HEAD),
                over("session-lost"),
                over("body-flood", Fault.TOO_LONG),
                over("event-many"),
                over("event-comments", Fault.BAD_EVENT),
                over("event-endless-line", Fault.BAD_EVENT));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void isReportedAndSurvived(Case way) throws Exception {
        long start = System.nanoTime();
        try (var server = ServerProcess.python("hostile_http.py", way.mode());
                var client = client(server, way.mode(), FrameTap.none())) {
            var session = new McpSession(client, Identity.usual());
            assertThat(session.greet(LONG)).isInstanceOf(Greeting.Welcome.class);
            assertThat(session.list("tools/list", "tools", LONG).items()).hasSize(1);
            Duration patience = way.echo() == Reply.TimedOut.class ? SHORT : LONG;
            Reply echo = session.ask("tools/call", call("echo"), patience);
            Reply after = session.ask("tools/call", call("after"), LONG);

            assertThat(echo).isInstanceOf(way.echo());
            assertThat(after).isInstanceOf(way.after());
            awaitFaults(client, way.faults());
            assertThat(client.tally().faults().keySet()).isEqualTo(way.faults());
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
    }

    static Stream<Case> closing() {
        return Stream.of(
                over("get-flood"),
                over("sse-elsewhere", Fault.ELSEWHERE),
                over("sse-metadata", Fault.METADATA_REDIRECT),
                over("sse-closes"));
    }

    @ParameterizedTest
    @MethodSource("closing")
    void aServerThatEndsItAllIsAValueToo(Case way) throws Exception {
        try (var server = ServerProcess.python("hostile_http.py", way.mode());
                var client = client(server, way.mode(), FrameTap.none())) {
            new McpSession(client, Identity.usual()).greet(LONG);

            assertThat(client.awaitClosed(LONG)).isTrue();
            assertThat(client.tally().faults().keySet()).isEqualTo(way.faults());
        }
    }

    /** Those that only look odd and are right are not listed. */
    private static final Set<String> RIGHT =
            Set.of(
                    "ordinary",
                    "redirect-slash",
                    "interim-then-answer",
                    "event-twice",
                    "event-carriage-returns",
                    "sse-ordinary");

    @Test
    void everyWayIsListedInTheDocs() throws IOException {
        String page = Files.readString(Path.of("docs/misbehaving-peers.md"));

        assertThat(Stream.concat(ways(), closing()).map(Case::mode))
                .filteredOn(mode -> !RIGHT.contains(mode))
                .allMatch(mode -> page.contains("(`" + mode + "`)"));
    }

    @Test
    void theSessionIsGivenBackAndNoCredentialIsInTheTranscript() throws Exception {
        var crossed = new CopyOnWriteArrayList<String>();
        FrameTap tap = (_, _, raw, _) -> crossed.add(new String(raw, StandardCharsets.UTF_8));
        try (var server = ServerProcess.python("hostile_http.py", "ordinary")) {
            try (var client = client(server, "ordinary", tap)) {
                new McpSession(client, Identity.usual()).greet(LONG);
            }
            awaitText(server, "DELETED f3b1c2d4");
            assertThat(stderr(server)).contains("AUTHORIZATION /mcp");
        }
        assertThat(String.join("\n", crossed))
                .contains("POST /mcp HTTP/1.1", "Authorization: (withheld)", "HTTP/1.1 200 OK")
                .doesNotContain("s3cret");
    }

    @Test
    void aServerThatAsksIsAnsweredInAPostOfItsOwn() throws Exception {
        try (var server = ServerProcess.python("hostile_http.py", "event-asks");
                var client = client(server, "event-asks", FrameTap.none())) {
            var session = new McpSession(client, Identity.usual());
            session.greet(LONG);
            session.ask("tools/call", call("echo"), LONG);
            awaitText(server, "ANSWER");
            assertThat(stderr(server)).contains("\"id\": \"s1\"", "\"stopReason\"");
        }
    }

    @Test
    void whatARefusalAsksForIsTold() throws Exception {
        try (var server = ServerProcess.python("hostile_http.py", "unauthorized");
                var client = client(server, "unauthorized", FrameTap.none())) {
            var session = new McpSession(client, Identity.usual());
            session.greet(LONG);
            Reply reply = session.ask("tools/call", call("echo"), LONG);
            assertThat(((Reply.Err) reply).code()).isEqualTo(401);
            assertThat(reply.why()).contains("401 Unauthorized", "Bearer resource_metadata");
        }
    }

    private static McpClient client(ServerProcess server, String mode, FrameTap tap) {
        boolean sse = mode.startsWith("sse-");
        int port = Integer.parseInt(server.firstLine());
        var transport =
                new HttpTransport(
                        sse ? HttpTransport.Kind.SSE : HttpTransport.Kind.STREAMABLE,
                        new Endpoint(false, "127.0.0.1", port, sse ? "/sse" : "/mcp"),
                        DirectDialer.usual(),
                        List.of(new Header("Authorization", "Bearer s3cret")),
                        tap,
                        InstantSource.system());
        return McpClient.open(transport, FrameListener.none(), Identity.usual(), BUDGET);
    }

    /** What a thread of its own reports may come a moment after the answer. */
    private static void awaitFaults(McpClient client, Set<Fault> wanted)
            throws InterruptedException {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!client.tally().faults().keySet().containsAll(wanted)
                && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
    }

    private static void awaitText(ServerProcess server, String text) throws InterruptedException {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!stderr(server).contains(text) && System.nanoTime() < deadline) {
            server.stderr().await(Duration.ofMillis(5));
        }
        assertThat(stderr(server)).contains(text);
    }

    private static String stderr(ServerProcess server) {
        return new String(server.stderr().beginning(), StandardCharsets.UTF_8);
    }

    private static ObjectNode call(String tool) {
        ObjectNode params = Json.object().put("name", tool);
        params.putObject("arguments");
        return params;
    }

    private static Case well(String mode, Fault... faults) {
        return new Case(mode, Reply.Ok.class, Reply.Ok.class, Set.of(faults));
    }

    private static Case refused(String mode, Fault... faults) {
        return new Case(mode, Reply.Err.class, Reply.Ok.class, Set.of(faults));
    }

    private static Case silent(String mode, Fault... faults) {
        return new Case(mode, Reply.TimedOut.class, Reply.Ok.class, Set.of(faults));
    }

    private static Case over(String mode, Fault... faults) {
        return new Case(mode, Reply.Closed.class, Reply.Closed.class, Set.of(faults));
    }
}
