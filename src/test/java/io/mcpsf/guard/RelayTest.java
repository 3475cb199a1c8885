package io.mcpsf.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.RelayedLine;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

final class RelayTest {

    private final ByteArrayOutputStream toServer = new ByteArrayOutputStream();
    private final ByteArrayOutputStream toClient = new ByteArrayOutputStream();
    private final PipedOutputStream unused = new PipedOutputStream();
    private final List<String> withheld = new CopyOnWriteArrayList<>();

    @Test
    void framesGoThroughByteForByteWithTheirSpacesOrderAndCarriageReturns() throws Exception {
        String frames =
                """
                {"jsonrpc" : "2.0",  "id":"a b","method":"tools/list"}\r
                {"method":"x/y","jsonrpc":"2.0","params":{"n":1.50,"e":"\\u00e9\u00e9"}}
                [{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"result":{}}]
                {"jsonrpc":"2.0","method":"without a line break"}\
                """;

        fromClient(frames, FrameRules.open());

        assertThat(toServer.toString(StandardCharsets.UTF_8)).isEqualTo(frames);
        assertThat(withheld).isEmpty();
    }

    @Test
    void whatCanBeReadInTwoWaysIsWithheldAndTold() throws Exception {
        fromServer(
                """
                starting on port 3000

                {"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}
                {"jsonrpc":"2.0","id":1,"result":{}}
                """,
                FrameRules.open());

        assertThat(toClient.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
        assertThat(withheld).containsExactly("NOT_JSON", "EMPTY", "DUPLICATE_MEMBER");
    }

    @Test
    void anAnswerOfOursStandsInThePlaceOfAFrame() throws Exception {
        fromClient(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}\n",
                rules(FrameDecision.answered("no".getBytes(StandardCharsets.UTF_8))));

        assertThat(toServer.size()).isZero();
        assertThat(toClient.toString(StandardCharsets.UTF_8)).isEqualTo("no\n");
    }

    @Test
    void whatBreaksInUsEndsTheSessionAndPassesNothing() {
        FrameRules broken =
                new FrameRules() {
                    @Override
                    public FrameDecision fromClient(RelayedLine line, byte[] raw) {
                        throw new IllegalStateException("broken");
                    }

                    @Override
                    public FrameDecision fromServer(RelayedLine line, byte[] raw) {
                        return FrameDecision.pass();
                    }
                };

        assertThatThrownBy(
                        () ->
                                fromClient(
                                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}\n",
                                        broken))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("broken");
        assertThat(toServer.size()).isZero();
    }

    private static FrameRules rules(FrameDecision fromClient) {
        return new FrameRules() {
            @Override
            public FrameDecision fromClient(RelayedLine line, byte[] raw) {
                return fromClient;
            }

            @Override
            public FrameDecision fromServer(RelayedLine line, byte[] raw) {
                return FrameDecision.pass();
            }
        };
    }

    private void fromClient(String text, FrameRules rules) throws Exception {
        relay(stream(text), silent(), rules);
    }

    private void fromServer(String text, FrameRules rules) throws Exception {
        relay(silent(), stream(text), rules);
    }

    private void relay(InputStream client, InputStream server, FrameRules rules) throws Exception {
        var over = new CompletableFuture<Relay.Over>();
        new Relay(
                        new Relay.End(client, new LineSink(toClient)),
                        new Relay.End(server, new LineSink(toServer)),
                        rules,
                        (_, line, _, _) -> withheld.add(line.faults().getFirst().fault().name()),
                        FrameTap.none(),
                        InstantSource.system())
                .start(over);
        over.get(10, TimeUnit.SECONDS);
    }

    /** Says nothing and does not end. */
    private InputStream silent() throws IOException {
        return new PipedInputStream(unused);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
