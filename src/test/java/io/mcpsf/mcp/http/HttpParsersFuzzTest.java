package io.mcpsf.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.mcp.Fault;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Any bytes are a head, a body or events, or a fault with a name; never anything else. */
@Timeout(180)
@SuppressWarnings("StringConcatToTextBlock") // Line ends are the point here.
@Tag("peers")
final class HttpParsersFuzzTest {

    private static final List<String> HONEST =
            List.of(
                    "HTTP/1.1 200 OK\r\n"
                            + "Content-Type: application/json\r\n"
                            + "Content-Length: 2\r\n\r\n"
                            + "{}",
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                    "HTTP/1.0 404 Not Found\nX: y\n\nrest",
                    "HTTP/1.1 307 Moved\r\nLocation: http://[::ffff:169.254.169.254]/\r\n\r\n",
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                            + ": hi\nid: 7\nretry: 10\nevent: message\ndata: {\"a\":\ndata: 1}\n\n",
                    "HTTP/1.1 200 OK\r\n\r\nevent: endpoint\rdata: /m?s=1\r\rdata\n\n");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void mutatedAnswersAreReadOrRefused(long seed) {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            String honest = HONEST.get(random.nextInt(HONEST.size()));
            byte[] bytes = mutated(honest.getBytes(StandardCharsets.UTF_8), random);
            try {
                all(bytes);
            } catch (IOException expected) {
                assertThat(expected).isInstanceOf(BadHttpException.class);
            }
        }
    }

    @Test
    void theFuzzerReachesWhatItIsFor() throws IOException {
        assertThat(all(HONEST.get(4).getBytes(StandardCharsets.UTF_8))).isEqualTo(1);
        assertThatThrownBy(() -> all("SSH-2.0\r\n\r\n".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(
                        BadHttpException.class,
                        e -> assertThat(e.fault()).isEqualTo(Fault.BAD_HEAD));
    }

    @Test
    void eventsAreTheSameHoweverTheStreamIsCut() throws IOException {
        byte[] stream =
                "\uFEFFid: 1\r\ndata: a\r\n\r\n:c\r\ndata: b\r\ndata: c\n\nevent: x\rdata:d\r\r"
                        .getBytes(StandardCharsets.UTF_8);
        for (int size = 1; size < stream.length; size++) {
            var events = new EventReader(new Slices(stream, size), 1 << 20);
            var texts = new java.util.ArrayList<String>();
            Optional<EventReader.Event> event = events.next();
            while (event.isPresent()) {
                byte[] data = event.get().data();
                texts.add(event.get().type() + "=" + new String(data, StandardCharsets.UTF_8));
                event = events.next();
            }
            assertThat(texts).containsExactly("message=a", "message=b\nc", "x=d");
            assertThat(events.mark().id()).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/",
                "http://2852039166/",
                "http://0xA9FEA9FE/",
                "http://0251.0376.0251.0376/",
                "http://169.254.43518/",
                "http://[::ffff:169.254.169.254]/",
                "http://[fd00:ec2::254]/",
                "http://[::ffff:a9fe:a9fe]/",
                "http://metadata.google.internal/",
                "http://100.100.100.200/"
            })
    void everySpellingOfTheMetadataAddressIsKnown(String spelling) {
        var start = new Endpoint(false, "127.0.0.1", 3000, "/mcp");

        assertThat(start.resolve(spelling))
                .hasValueSatisfying(to -> assertThat(to.metadata()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/mcp/", "http://10.0.0.7/", "https://fd00.site.example/", "//x.example/"})
    void otherAddressesAreNotTakenForIt(String spelling) {
        var start = new Endpoint(false, "127.0.0.1", 3000, "/mcp");

        assertThat(start.resolve(spelling))
                .hasValueSatisfying(to -> assertThat(to.metadata()).isFalse());
    }

    /** Reads everything there is and says how many events it was. */
    private static int all(byte[] bytes) throws IOException {
        var in = new ByteArrayInputStream(bytes);
        Optional<Head> head = Head.read(in);
        if (head.isEmpty()) {
            return 0;
        }
        var start = new Endpoint(false, "127.0.0.1", 3000, "/mcp");
        start.resolve(head.get().value("location")).ifPresent(Endpoint::metadata);
        var events = new EventReader(Body.of(head.get(), in), 1 << 20);
        int count = 0;
        while (events.next().isPresent()) {
            count++;
        }
        return count;
    }

    private static byte[] mutated(byte[] honest, SplittableRandom random) {
        byte[] bytes = honest.clone();
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                case 2 -> bytes[at] = (byte) "\r\n:;0 f\0".charAt(random.nextInt(8));
                default -> {
                    int from = random.nextInt(bytes.length);
                    byte[] longer = Arrays.copyOf(bytes, bytes.length + bytes.length - from);
                    System.arraycopy(bytes, from, longer, bytes.length, bytes.length - from);
                    bytes = longer;
                }
            }
        }
        return bytes;
    }

    /** A stream that gives so many bytes at a time. */
    private static final class Slices extends InputStream {

        private final byte[] bytes;
        private final int size;
        private int at;

        private Slices(byte[] bytes, int size) {
            this.bytes = bytes;
            this.size = size;
        }

        @Override
        public int read() {
            return at < bytes.length ? bytes[at++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            int given = Math.min(Math.min(size, length), bytes.length - at);
            if (given <= 0) {
                return -1;
            }
            System.arraycopy(bytes, at, into, from, given);
            at += given;
            return given;
        }
    }
}
