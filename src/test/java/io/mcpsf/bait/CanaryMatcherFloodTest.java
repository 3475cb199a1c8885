package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** What the matcher makes of much data, of strange data and of data made to hurt it. */
@Tag("peers")
final class CanaryMatcherFloodTest {

    private final Random chance = new Random(42);
    private final CanaryMatcher matcher =
            new CanaryMatcher(
                    List.of(
                            new Canary("a", "env", "h7Gq2LmZx0PvR4tYb9Ks1WdN6cEj3UaF8iTo"),
                            new Canary("b", "aws", "Q5ZKX2M7YHNB4RTW"),
                            new Canary("c", "ssh", key())));

    @Test
    void randomBytesAreSilent() {
        random(2);
    }

    @Test
    @Tag("release")
    void aHundredMebibytesOfThemAre() {
        random(10);
    }

    private void random(int blocks) {
        byte[] block = new byte[10 << 20];
        for (int i = 0; i < blocks; i++) {
            chance.nextBytes(block);
            assertThat(matcher.find(block)).isEmpty();
        }
    }

    @Test
    void randomTextIsSilent() {
        byte[] block = new byte[3 << 20];
        chance.nextBytes(block);

        assertThat(matcher.find(Base64.getEncoder().encode(block))).isEmpty();
        assertThat(matcher.find(Disguise.HEX.wrap(block))).isEmpty();
        assertThat(matcher.find(Disguise.GZIP.wrap(block))).isEmpty();
    }

    @Test
    void ourOwnSourcesAreSilent() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(matcher.find(Files.readAllBytes(file))).as(file.toString()).isEmpty();
            }
        }
    }

    @Test
    void dataMadeToHurtIsBounded() {
        byte[] zeros = new byte[64 << 20];
        byte[] bomb = Disguise.GZIP.wrap(zeros);
        byte[] bombs = repeat(bomb, 1 << 20);
        byte[] nested = Disguise.GZIP.wrap(Disguise.GZIP.wrap(zeros));
        List<byte[]> hurts =
                List.of(
                        bomb,
                        bombs,
                        nested,
                        repeat(new byte[] {0x78, (byte) 0x9c}, 1 << 20),
                        repeat(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0}, 1 << 20),
                        repeat(Disguise.DEFLATE.wrap(zeros), 1 << 20),
                        repeat(ascii("PK\3\4\0\0\0\0\10"), 1 << 20),
                        repeat(ascii("VVVV"), 1 << 20),
                        repeat(ascii("A"), 1 << 20),
                        repeat(ascii("3"), 1 << 20),
                        repeat(ascii("%41"), 1 << 20),
                        repeat(ascii("%25"), 1 << 20),
                        repeat(ascii("\\u0041"), 1 << 20),
                        repeat(ascii("&#65;&amp;"), 1 << 20),
                        repeat(ascii("1,"), 1 << 20),
                        repeat(new byte[] {65, 0}, 1 << 20),
                        repeat(ascii("\n\r\n\r"), 1 << 20),
                        new byte[1 << 20]);
        for (byte[] hurt : hurts) {
            long begin = cpuNanos();
            assertThat(matcher.find(hurt)).isEmpty();
            Duration took = Duration.ofNanos(cpuNanos() - begin);
            assertThat(took).as(describe(hurt)).isLessThan(Duration.ofSeconds(20));
        }
    }

    @Test
    void keptCorpusAndItsMutationsHurtNobody() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/corpus/matcher"))) {
            List<Path> corpus = files.sorted().toList();
            assertThat(corpus).isNotEmpty();
            for (Path file : corpus) {
                byte[] seed = Files.readAllBytes(file);
                for (int round = 0; round < 300; round++) {
                    matcher.find(mutated(seed));
                }
            }
        }
    }

    /** Not the time of day: neighbours on the machine must not fail this. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private byte[] mutated(byte[] seed) {
        byte[] data = Arrays.copyOf(seed, 1 + chance.nextInt(seed.length + 16));
        for (int i = chance.nextInt(6); i > 0; i--) {
            data[chance.nextInt(data.length)] = (byte) chance.nextInt(256);
        }
        return data;
    }

    private String key() {
        var key = new StringBuilder();
        for (int i = 0; i < 24; i++) {
            byte[] line = new byte[51];
            chance.nextBytes(line);
            key.append(Base64.getEncoder().encodeToString(line)).append('\n');
        }
        return key.toString();
    }

    private static byte[] repeat(byte[] unit, int length) {
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = unit[i % unit.length];
        }
        return data;
    }

    private static String describe(byte[] data) {
        return Arrays.toString(Arrays.copyOf(data, 12));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
