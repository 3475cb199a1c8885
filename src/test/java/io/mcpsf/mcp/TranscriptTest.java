package io.mcpsf.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

final class TranscriptTest {

    private static final Instant NOON = Instant.parse("2026-03-14T12:00:00Z");

    @Test
    void bytesThatAreTextAreKeptAsTextAndOthersAsBase64() {
        var out = new ByteArrayOutputStream();
        var transcript = new Transcript(out);

        transcript.crossed(Direction.SENT, NOON, "hé\u001b".getBytes(StandardCharsets.UTF_8), 4);
        transcript.crossed(Direction.RECEIVED, NOON, new byte[] {(byte) 0xff, 1}, 2);
        transcript.crossed(Direction.RECEIVED, NOON, new byte[] {'x'}, 99_999);

        List<JsonNode> lines =
                out.toString(StandardCharsets.UTF_8).lines().map(Json::read).toList();
        assertThat(Json.text(lines.get(0), "text")).isEqualTo("hé\u001b");
        assertThat(Json.text(lines.get(0), "direction")).isEqualTo("SENT");
        assertThat(Json.text(lines.get(1), "base64")).isEqualTo("/wE=");
        assertThat(lines.get(2).path("bytes").asInt()).isEqualTo(99_999);
        assertThat(lines.get(2).path("kept").asInt()).isEqualTo(1);
        assertThat(transcript.leftOut()).isZero();
    }

    @Test
    void aFullDiskIsCountedAndNotThrown() {
        var full =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("no space");
                    }
                };
        var transcript = new Transcript(full);

        transcript.crossed(Direction.SENT, NOON, new byte[] {'a'}, 1);
        transcript.crossed(Direction.SENT, NOON, new byte[] {'b'}, 1);

        assertThat(transcript.leftOut()).isEqualTo(2);
    }

    @Test
    void everyLineOfAConversationIsTapped() throws InterruptedException {
        var out = new ByteArrayOutputStream();
        try (var server = ServerProcess.node("friendly.js");
                var client =
                        McpClient.open(
                                server.wire(new Transcript(out)),
                                FrameListener.none(),
                                Identity.usual(),
                                Budget.usual())) {
            new McpSession(client, Identity.usual()).greet(Duration.ofSeconds(15));
            client.ask("ping", Json.object(), Duration.ofSeconds(15));
        }

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(5)
                .anyMatch(line -> line.contains("notifications/initialized"));
    }
}
