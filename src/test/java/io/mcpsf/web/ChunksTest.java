package io.mcpsf.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

final class ChunksTest {

    private static final int CAP = 40;

    @Test
    void chunksAreTheBytesBetweenTheirLines() throws IOException {
        assertThat(body("3\r\nabc\r\n2;a=b\r\nde\r\n0\r\nx: y\r\n\r\nnext"))
                .isEqualTo("abcde next");
    }

    @Test
    void aLineMayEndWithoutItsCarriageReturn() throws IOException {
        assertThat(body("3\nabc\n0\n\n")).isEqualTo("abc ");
    }

    @Test
    void whatStandsBehindASizeIsKept() throws IOException {
        assertThat(chunks("a; sig=1 ;x\r\n").next().extension()).isEqualTo(" sig=1 ;x");
        assertThat(chunks("a\r\n").next().extension()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";x", "g", "-1", "+1", "0x1", "1 1", "1000000000000000"})
    void whatIsNoSizeIsRefused(String hostile) {
        assertThatThrownBy(() -> body(hostile + "\r\na\r\n0\r\n\r\n"))
                .isInstanceOf(BadChunkException.class)
                .hasMessage("a chunk without a size");
    }

    @Test
    void whatBreaksTheFrameIsRefused() {
        refused("1\r\nab\r\n0\r\n\r\n", "a chunk longer than it says");
        refused("1".repeat(CAP + 1), "a line of more than 40 bytes");
        String trailer = "x: " + "1".repeat(CAP / 2) + "\r\n";
        refused("0\r\n" + trailer + trailer + "\r\n", "no end behind the last chunk");
    }

    private static void refused(String hostile, String why) {
        assertThatThrownBy(() -> body(hostile))
                .isInstanceOf(BadChunkException.class)
                .hasMessage(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "3\r\n", "3\r\nabc", "3\r\nabc\r\n", "0\r\n", "0\r\nx: y\r\n"})
    void anEndInTheMiddleIsNoEnd(String cut) {
        assertThatThrownBy(() -> body(cut)).isInstanceOf(EOFException.class);
    }

    private static Chunks chunks(String text) {
        return new Chunks(in(text), CAP);
    }

    private static InputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The bytes of all chunks, and what comes behind them. */
    private static String body(String text) throws IOException {
        InputStream in = in(text);
        var chunks = new Chunks(in, CAP);
        var body = new StringBuilder();
        for (Chunks.Chunk chunk = chunks.next(); !chunk.last(); chunk = chunks.next()) {
            byte[] bytes = in.readNBytes((int) chunk.bytes());
            body.append(new String(bytes, StandardCharsets.ISO_8859_1));
            chunks.end();
        }
        chunks.trailer();
        return body + " " + new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
}
