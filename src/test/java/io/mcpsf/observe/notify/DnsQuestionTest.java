package io.mcpsf.observe.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mcpsf.observe.SocketAddress;

import org.junit.jupiter.api.Test;

import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;

final class DnsQuestionTest {

    private static final byte[] QUERY =
            HexFormat.of()
                    .parseHex(
                            "1234010000010000000000000161076578616d706c6507696e76616c69640000100001");

    @Test
    void readsAQuestion() {
        assertThat(DnsQuestion.read(QUERY))
                .containsExactly(new DnsQuestion("a.example.invalid", "TXT"));
    }

    @Test
    void overAStreamTheLengthComesFirst() {
        byte[] framed = new byte[QUERY.length + 2];
        framed[1] = (byte) QUERY.length;
        System.arraycopy(QUERY, 0, framed, 2, QUERY.length);

        assertThat(DnsQuestion.readStream(framed)).hasSize(1);
        assertThat(DnsQuestion.readStream(QUERY)).isEmpty();
    }

    @Test
    void answersAndPiecesAreNoQuestions() {
        byte[] answer = QUERY.clone();
        answer[2] |= (byte) 0x80;

        assertThat(DnsQuestion.read(answer)).isEmpty();
        for (int length = 0; length < QUERY.length; length++) {
            assertThat(DnsQuestion.read(Arrays.copyOf(QUERY, length))).isEmpty();
        }
    }

    @Test
    void bytesThatAreNoLettersAreEscaped() {
        byte[] query = QUERY.clone();
        query[13] = 0x1b;

        assertThat(DnsQuestion.read(query).getFirst().name()).isEqualTo("\\027.example.invalid");
    }

    @Test
    void noBytesHurt() throws Exception {
        var random = new Random(20);
        List<byte[]> seeds = corpus();
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = seeds.get(random.nextInt(seeds.size())).clone();
            if (bytes.length == 0 || random.nextInt(10) == 0) {
                bytes = new byte[random.nextInt(600)];
                random.nextBytes(bytes);
            } else {
                for (int n = random.nextInt(4); n >= 0; n--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 20));
            }
            byte[] hostile = bytes;
            assertThatCode(() -> check(hostile))
                    .as(HexFormat.of().formatHex(hostile))
                    .doesNotThrowAnyException();
        }
    }

    private static void check(byte[] hostile) {
        for (DnsQuestion question : DnsQuestion.read(hostile)) {
            assertThat(question.name().length()).isLessThanOrEqualTo(4 * 256);
            assertThat(question.name().chars()).allMatch(c -> c > ' ' && c < 0x7F);
        }
        DnsQuestion.readStream(hostile);
        SocketAddress.read(hostile);
    }

    /** One message in hex for each file; every one that ever hurt is kept. */
    private static List<byte[]> corpus() throws Exception {
        List<byte[]> all = new ArrayList<>(List.of(QUERY));
        try (var files = Files.list(folder())) {
            for (Path file : files.filter(f -> f.toString().endsWith(".hex")).sorted().toList()) {
                String hex = Files.readString(file, StandardCharsets.US_ASCII).strip();
                all.add(HexFormat.of().parseHex(hex));
            }
        }
        assertThat(all).hasSizeGreaterThan(5);
        return all;
    }

    private static Path folder() throws URISyntaxException {
        return Path.of(
                Objects.requireNonNull(DnsQuestionTest.class.getResource("/corpus/dns"), "corpus")
                        .toURI());
    }
}
