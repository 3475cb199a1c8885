package io.mcpsf.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

final class ClassifierTest {

    private static final long SEED = 20260728;
    private static final int ROUNDS = 20_000;
    private static final List<String> TOKENS =
            List.of(
                    "{",
                    "}",
                    "[",
                    "]",
                    ",",
                    ":",
                    "\"",
                    "\\",
                    "null",
                    "1e999",
                    "\"id\"",
                    "\"method\"",
                    "\"result\":",
                    "\"error\":",
                    "\"jsonrpc\":\"2.0\"",
                    "\u00ff",
                    "\\ud800",
                    "-0");

    @Test
    void aPlainRequestIsReadAsOne() {
        assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"ping\"}"))
                .singleElement()
                .isInstanceOfSatisfying(
                        Reading.Request.class,
                        request -> assertThat(request.method()).isEqualTo("ping"));
    }

    @Test
    void anOddityComesBeforeWhatCouldStillBeRead() {
        List<Reading> readings = read("\ufeff{\"id\":1,\"result\":{\"a\":1,\"a\":2}}");

        assertThat(readings)
                .filteredOn(Reading.Malformed.class::isInstance)
                .extracting(reading -> ((Reading.Malformed) reading).fault())
                .containsExactly(Fault.BYTE_ORDER_MARK, Fault.DUPLICATE_MEMBER, Fault.NO_VERSION);
        assertThat(readings.getLast()).isInstanceOf(Reading.Response.class);
    }

    @Test
    void theReasonNeverRepeatsHostileText() {
        assertThat(read("evil\u001b[2J{\"token\":\"s3cret\"}"))
                .singleElement()
                .isInstanceOfSatisfying(
                        Reading.Malformed.class,
                        bad -> assertThat(bad.why()).doesNotContain("evil", "s3cret", "\u001b"));
    }

    @Test
    void theKeptCorpusIsReadWithoutFailing() throws IOException, URISyntaxException {
        List<byte[]> corpus = corpus();

        assertThat(corpus).hasSizeGreaterThan(20);
        corpus.forEach(ClassifierTest::holds);
    }

    /** Mutations of the corpus: whatever the bytes, there is a reading and never an exception. */
    @Test
    @Timeout(180)
    void anyBytesHaveAReading() throws IOException, URISyntaxException {
        var random = new SplittableRandom(SEED);
        List<byte[]> corpus = corpus();
        for (int i = 0; i < ROUNDS; i++) {
            byte[] mutant = corpus.get(random.nextInt(corpus.size())).clone();
            for (int change = random.nextInt(1, 6); change > 0; change--) {
                mutant = mutated(mutant, random);
            }
            holds(mutant);
        }
    }

    private static void holds(byte[] bytes) {
        try {
            List<Reading> readings = Classifier.read(bytes);
            assertThat(readings).isNotEmpty();
            for (Reading reading : readings) {
                if (reading instanceof Reading.Malformed bad) {
                    assertThat(bad.why()).hasSizeLessThan(300).doesNotContainPattern("\\p{Cntrl}");
                }
                if (reading instanceof Reading.Request request) {
                    Json.bytes(new Manners(Identity.usual()).response(request));
                }
                if (reading instanceof Reading.Response response) {
                    new Questions().answer(response.id(), response.reply());
                }
            }
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError("seed " + SEED + ": " + Arrays.toString(bytes), e);
        }
    }

    private static byte[] mutated(byte[] bytes, SplittableRandom random) {
        int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
        return switch (random.nextInt(4)) {
            case 0 -> spliced(bytes, at, new byte[] {(byte) random.nextInt(256)});
            case 1 -> Arrays.copyOf(bytes, at);
            case 2 -> {
                String token = TOKENS.get(random.nextInt(TOKENS.size()));
                yield spliced(bytes, at, token.getBytes(StandardCharsets.ISO_8859_1));
            }
            default -> {
                int end = random.nextInt(at, bytes.length + 1);
                yield spliced(bytes, at, Arrays.copyOfRange(bytes, at, Math.min(end, at + 64)));
            }
        };
    }

    private static byte[] spliced(byte[] bytes, int at, byte[] more) {
        byte[] result = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(more, 0, result, at, more.length);
        System.arraycopy(bytes, at, result, at + more.length, bytes.length - at);
        return result;
    }

    private static List<Reading> read(String text) {
        return Classifier.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<byte[]> corpus() throws IOException, URISyntaxException {
        var folder = Objects.requireNonNull(ClassifierTest.class.getResource("/corpus/frames"));
        List<byte[]> all = new ArrayList<>();
        try (var files = Files.list(Path.of(folder.toURI()))) {
            for (Path file : files.sorted().toList()) {
                all.add(Files.readAllBytes(file));
            }
        }
        return all;
    }
}
