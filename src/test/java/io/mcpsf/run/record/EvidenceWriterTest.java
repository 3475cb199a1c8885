package io.mcpsf.run.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class EvidenceWriterTest {

    /** More than wait in the queue. */
    private static final int MANY = 50_000;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    @Test
    void linesOfAFasterWriterAreAllThereAndInOrder() {
        try (var writer = new EvidenceWriter(file, "test")) {
            for (int i = 0; i < MANY; i++) {
                int line = i;
                writer.print(() -> (line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }

        String expected =
                IntStream.range(0, MANY).mapToObj(i -> i + "\n").collect(Collectors.joining());
        assertThat(file.toString(StandardCharsets.UTF_8)).isEqualTo(expected);
    }

    @Test
    void anInterruptedThreadLosesNoLineAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try (var writer = new EvidenceWriter(file, "test")) {
            for (int i = 0; i < MANY; i++) {
                writer.print(() -> new byte[] {'x'});
            }
        }

        assertThat(Thread.interrupted()).isTrue();
        assertThat(file.size()).isEqualTo(MANY);
    }

    @Test
    void whoeverPrintsAfterTheDiskIsFullIsToldInsteadOfWaiting() {
        var full = new CountDownLatch(1);
        var writer = new EvidenceWriter(fullDisk(full), "test");

        assertThatThrownBy(() -> printForEver(writer))
                .isInstanceOf(UncheckedIOException.class)
                .hasStackTraceContaining("No space left");
        assertThatThrownBy(writer::close).isInstanceOf(UncheckedIOException.class);
        assertThat(full.getCount()).isZero();
    }

    @Test
    void aLineThatCannotBeMadeIsAFailureAndNoSilence() {
        var writer = new EvidenceWriter(file, "test");
        writer.print(
                () -> {
                    throw new IllegalStateException("no JSON form");
                });

        assertThatThrownBy(() -> printForEver(writer))
                .isInstanceOf(UncheckedIOException.class)
                .hasStackTraceContaining("no JSON form");
        assertThatThrownBy(writer::close).isInstanceOf(UncheckedIOException.class);
    }

    private static void printForEver(EvidenceWriter writer) {
        byte[] line = new byte[1 << 10];
        while (true) {
            writer.print(() -> line);
        }
    }

    private static OutputStream fullDisk(CountDownLatch full) {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                full.countDown();
                throw new IOException("No space left on device");
            }
        };
    }
}
