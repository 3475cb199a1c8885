package io.mcpsf.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

@Timeout(120)
final class McpClientTest {

    @Test
    void closingTwiceIsHarmlessAndEndsEveryQuestion() throws Exception {
        try (var silent = new PipedInputStream(new PipedOutputStream())) {
            McpClient client = client(silent, OutputStream.nullOutputStream());
            client.close();
            client.close();

            assertThat(client.ask("ping", Json.object(), Duration.ofSeconds(5)))
                    .isEqualTo(new Reply.Closed("we closed the connection"));
            assertThat(client.awaitClosed(Duration.ZERO)).isTrue();
        }
    }

    /** A stream that never takes a byte must hold up neither a question nor the closing. */
    @Test
    void aPeerThatTakesNothingHoldsNobodyUp() throws Exception {
        var forever = new CountDownLatch(1);
        var stuck =
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        await(forever);
                    }

                    @Override
                    public void write(byte[] bytes, int from, int length) {
                        await(forever);
                    }
                };
        try (var silent = new PipedInputStream(new PipedOutputStream())) {
            McpClient client = client(silent, stuck);
            for (int i = 0; i < 6; i++) {
                Reply reply = client.ask("ping", Json.object(), Duration.ofMillis(50));
                assertThat(reply).isInstanceOf(Reply.TimedOut.class);
            }
            assertThat(client.tally().unsent()).isPositive();
            client.close();
        } finally {
            forever.countDown();
        }
    }

    @Test
    void aBrokenOutputIsTheEndOfTheConversation() throws Exception {
        var broken =
                new OutputStream() {
                    @Override
                    public void write(int b) throws java.io.IOException {
                        throw new java.io.IOException("Broken pipe");
                    }
                };
        try (var silent = new PipedInputStream(new PipedOutputStream());
                McpClient client = client(silent, broken)) {
            assertThat(client.ask("ping", Json.object(), Duration.ofSeconds(10)))
                    .isEqualTo(new Reply.Closed("the server no longer reads its input"));
        }
    }

    @Test
    void theTimeOfAQuestionRunsFromWhenItIsAsked() throws Exception {
        try (var silent = new PipedInputStream(new PipedOutputStream());
                McpClient client = client(silent, OutputStream.nullOutputStream())) {
            Asked asked = client.ready("ping", Json.object(), Map.of()).send(Duration.ofSeconds(3));
            Thread.sleep(3_100);
            long begin = System.nanoTime();

            assertThat(asked.reply()).isInstanceOf(Reply.TimedOut.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void anAnswerThatCameInTimeCountsThoughItIsFetchedLate() throws Exception {
        var peer = new PipedOutputStream();
        try (var answers = new PipedInputStream(peer);
                McpClient client = client(answers, OutputStream.nullOutputStream())) {
            Asked first =
                    client.ready("ping", Json.object(), Map.of()).send(Duration.ofMillis(500));
            Asked second =
                    client.ready("ping", Json.object(), Map.of()).send(Duration.ofMillis(500));
            for (int id : new int[] {2, 1}) {
                String line =
                        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"n\":%d}}\n".formatted(id, id);
                peer.write(line.getBytes(StandardCharsets.UTF_8));
            }
            peer.flush();
            Thread.sleep(600);

            assertThat(number(first.reply())).isEqualTo(1);
            assertThat(number(second.reply())).isEqualTo(2);
        }
    }

    private static int number(Reply reply) {
        assertThat(reply).isInstanceOf(Reply.Ok.class);
        return ((Reply.Ok) reply).result().path("n").asInt(0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static McpClient client(InputStream in, OutputStream out) {
        var wire = new McpClient.Wire(in, out, FrameTap.none(), InstantSource.system());
        var budget = new Budget(1000, 1 << 20, 10, 5, 2, Duration.ofMillis(20), 8);
        return McpClient.open(wire, FrameListener.none(), Identity.usual(), budget);
    }
}
