package io.mcpsf.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Each way of misbehaving: what the client says about it, and that it comes back in seconds. */
@Tag("peers")
final class HostilePeerTest {

    private static final Duration LONG = Duration.ofSeconds(15);
    private static final Duration SHORT = Duration.ofMillis(700);

    /** The usual one with less room for floods, so that they end soon. */
    private static final Budget BUDGET =
            new Budget(100_000, 256L << 20, 1_000, 50, 64, Duration.ofSeconds(2), 8);

    /** One way of misbehaving, what comes back from the two calls, and the faults reported. */
    record Case(
            String mode,
            Class<? extends Reply> echo,
            Class<? extends Reply> after,
            Set<Fault> faults,
            Consumer<Seen> also) {

        @Override
        public String toString() {
            return mode;
        }

        Duration patience() {
            return echo == Reply.TimedOut.class ? SHORT : LONG;
        }
    }

    record Seen(
            ConnectionCounts tally, List<Frame> frames, Reply echo, Listing tools, String stderr) {}

    static Stream<Case> ways() {
        return Stream.of(
                well("ordinary"),
                well("carriage-return"),
                well("slow-drip"),
                well("text-result"),
                well("null-result"),
                well("large-result", seen -> assertThat(bytes(seen.echo())).isGreaterThan(7 << 20)),
                well("floods-stderr", seen -> assertThat(seen.stderr()).hasSize(Drain.KEPT)),
                well("not-json", Fault.NOT_JSON),
                well("control-characters", Fault.NOT_JSON),
                well("empty-lines", Fault.EMPTY),
                well("invalid-utf8", Fault.NOT_UTF8),
                well("byte-order-mark", Fault.BYTE_ORDER_MARK),
                well("batch", Fault.BATCH),
                well("batch-huge", seen -> notifications(seen, Caps.BATCH), Fault.BATCH),
                well("duplicate-members", Fault.DUPLICATE_MEMBER),
                well("unknown-id", Fault.UNKNOWN_ID),
                well("null-id", Fault.UNKNOWN_ID, Fault.BAD_ID),
                well("object-id", Fault.UNKNOWN_ID, Fault.BAD_ID),
                well("fraction-id", Fault.UNKNOWN_ID, Fault.BAD_ID),
                well("huge-number-id", Fault.UNKNOWN_ID),
                well("text-id", Fault.BAD_ID),
                well("second-answer", Fault.SECOND_ANSWER),
                well("no-version", Fault.NO_VERSION),
                well("neither", Fault.NO_KIND, Fault.NOT_AN_OBJECT),
                well("method-number", Fault.BAD_METHOD),
                well("deep", Fault.BEYOND_BOUNDS),
                well("deep-unbalanced", Fault.BEYOND_BOUNDS),
                well("many-values", Fault.BEYOND_BOUNDS),
                well("long-number", Fault.NOT_JSON),
                well("long-name", Fault.NOT_JSON),
                well("long-line", HostilePeerTest::saysTheSize, Fault.TOO_LONG),
                with("result-and-error", Reply.Err.class, Reply.Ok.class, Fault.BOTH_KINDS),
                with("bad-error", Reply.Err.class, Reply.Ok.class, Fault.BAD_ERROR),
                with("never-answers", Reply.TimedOut.class, Reply.Ok.class),
                new Case(
                        "answers-late",
                        Reply.TimedOut.class,
                        Reply.Ok.class,
                        Set.of(),
                        seen -> assertThat(seen.tally().received().late()).isEqualTo(1)),
                with("notification-flood", Reply.Closed.class, Reply.Closed.class),
                with("stops-reading", Reply.TimedOut.class, Reply.TimedOut.class),
                with("endless-line", Reply.Closed.class, Reply.Closed.class, Fault.TOO_LONG),
                with("closes-output", Reply.Closed.class, Reply.Closed.class),
                with("exits", Reply.Closed.class, Reply.Closed.class),
                with(
                        "half-a-line",
                        Reply.Closed.class,
                        Reply.Closed.class,
                        Fault.TRUNCATED,
                        Fault.NOT_JSON),
                with("answer-without-break", Reply.Ok.class, Reply.Closed.class, Fault.TRUNCATED),
                well("list-changed-storm", seen -> notifications(seen, 2000)),
                well("request-flood", HostilePeerTest::answersOnlyWithinBudget),
                well("asks-ping", seen -> answered(seen, "\"result\":{}")),
                well("asks-sampling", seen -> answered(seen, "\"stopReason\":\"endTurn\"")),
                well("asks-roots", seen -> answered(seen, "file:///home/dev/work")),
                well("asks-elicitation", seen -> answered(seen, "\"action\":\"decline\"")),
                well("asks-unknown", seen -> answered(seen, "\"code\":-32601")),
                well("noise-first", Fault.NOT_JSON),
                well("unknown-version"),
                well("number-version"),
                well("wants-older"),
                well("greets-with-junk"),
                well("endless-pages", seen -> cut(seen, "more than 50 pages")),
                well("cursor-loop", seen -> cut(seen, "the same cursor came twice")),
                well("odd-tools", seen -> assertThat(seen.tools().items()).hasSize(6)),
                well("tools-no-list"));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void isReportedAndSurvived(Case way) throws InterruptedException {
        long start = System.nanoTime();
        List<Frame> frames = Collections.synchronizedList(new ArrayList<>());
        var identity = new Identity("claude-ai", "0.1.0", List.of("file:///home/dev/work"));

        try (var server = ServerProcess.python("hostile.py", way.mode());
                var client =
                        McpClient.open(
                                server.wire(FrameTap.none()),
                                frame -> keep(frames, frame),
                                identity,
                                BUDGET)) {
            var session = new McpSession(client, identity);
            assertThat(session.greet(LONG)).isInstanceOf(Greeting.Welcome.class);
            Listing tools = session.list("tools/list", "tools", LONG);
            Reply echo = session.ask("tools/call", call("echo"), way.patience());
            Duration patience = way.after() == Reply.TimedOut.class ? SHORT : LONG;
            Reply after = session.ask("tools/call", call("after"), patience);

            ConnectionCounts tally = client.tally();
            assertThat(echo).isInstanceOf(way.echo());
            assertThat(after).isInstanceOf(way.after());
            assertThat(tally.faults().keySet()).isEqualTo(way.faults());
            String stderr = new String(stderrOf(server, way), StandardCharsets.UTF_8);
            way.also().accept(new Seen(tally, frames, echo, tools, stderr));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
    }

    static Stream<Case> silent() {
        return Stream.of(
                with("never-greets", Reply.TimedOut.class, Reply.TimedOut.class),
                with("exits-at-once", Reply.Closed.class, Reply.Closed.class),
                with("refuses", Reply.Err.class, Reply.Err.class));
    }

    @ParameterizedTest
    @MethodSource("silent")
    void aServerThatDoesNotGreetIsAValueToo(Case way) throws InterruptedException {
        try (var server = ServerProcess.python("hostile.py", way.mode());
                var client =
                        McpClient.open(
                                server.wire(FrameTap.none()),
                                FrameListener.none(),
                                Identity.usual(),
                                Budget.usual())) {
            Duration patience = way.mode().equals("never-greets") ? SHORT : LONG;
            Greeting greeting = new McpSession(client, Identity.usual()).greet(patience);

            assertThat(greeting).isInstanceOf(Greeting.Refused.class);
            assertThat(((Greeting.Refused) greeting).reply()).isInstanceOf(way.echo());
        }
    }

    /** Those that only look odd and are right are not listed. */
    private static final Set<String> RIGHT =
            Set.of("ordinary", "carriage-return", "slow-drip", "text-result", "null-result");

    @Test
    void everyWayIsListedInTheDocs() throws IOException {
        String page = Files.readString(Path.of("docs/misbehaving-peers.md"));

        assertThat(Stream.concat(ways(), silent()).map(Case::mode))
                .filteredOn(mode -> !RIGHT.contains(mode))
                .allMatch(mode -> page.contains("(`" + mode + "`)"));
    }

    /**
     * The answers we gave are echoed by the server to its standard error; wait for what we want.
     */
    private static byte[] stderrOf(ServerProcess server, Case way) throws InterruptedException {
        boolean echoes = way.mode().startsWith("asks-") || way.mode().equals("floods-stderr");
        long deadline = System.nanoTime() + LONG.toNanos();
        long wanted = way.mode().equals("floods-stderr") ? Drain.KEPT : 1;
        while (echoes && server.stderr().bytes() < wanted && System.nanoTime() < deadline) {
            server.stderr().await(Duration.ofMillis(5));
        }
        return server.stderr().beginning();
    }

    private static void keep(List<Frame> frames, Frame frame) {
        if (frames.size() < 10_000) {
            frames.add(frame);
        }
    }

    private static void saysTheSize(Seen seen) {
        assertThat(seen.frames())
                .filteredOn(frame -> frame.reading() instanceof Reading.Malformed)
                .singleElement()
                .satisfies(
                        frame -> {
                            assertThat(frame.bytes()).isEqualTo(130L << 20);
                            assertThat(frame.raw()).hasSizeLessThanOrEqualTo(4 << 10);
                        });
    }

    private static void answersOnlyWithinBudget(Seen seen) {
        assertThat(seen.tally().received().requests()).isEqualTo(3000);
        assertThat(seen.tally().answered()).isEqualTo(BUDGET.answers());
    }

    private static void answered(Seen seen, String expected) {
        assertThat(seen.tally().received().requests()).isEqualTo(1);
        assertThat(seen.stderr().replace(" ", "")).startsWith("ANSWER").contains(expected);
    }

    private static void notifications(Seen seen, int count) {
        assertThat(seen.tally().received().notifications()).isEqualTo(count);
    }

    private static void cut(Seen seen, String why) {
        assertThat(seen.tools().cut()).isEqualTo(why);
    }

    private static long bytes(Reply reply) {
        return ((Reply.Ok) reply).bytes();
    }

    private static ObjectNode call(String tool) {
        ObjectNode params = Json.object().put("name", tool);
        params.putObject("arguments");
        return params;
    }

    private static Case well(String mode, Fault... faults) {
        return well(mode, _ -> {}, faults);
    }

    private static Case well(String mode, Consumer<Seen> also, Fault... faults) {
        return new Case(mode, Reply.Ok.class, Reply.Ok.class, Set.of(faults), also);
    }

    private static Case with(
            String mode,
            Class<? extends Reply> echo,
            Class<? extends Reply> after,
            Fault... faults) {
        return new Case(mode, echo, after, Set.of(faults), _ -> {});
    }
}
