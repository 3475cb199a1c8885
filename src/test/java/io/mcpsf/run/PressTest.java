package io.mcpsf.run;

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

final class PressTest {

    /** More than wait in the queue. */
    private static final int MANY = 50_000;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    @Test
    void linesOfAFasterWriterAreAllThereAndInOrder() {
        try (var press = new Press(file, "test")) {
            for (int i = 0; i < MANY; i++) {
                int line = i;
                press.print(() -> (line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }

        String expected =
                IntStream.range(0, MANY).mapToObj(i -> i + "\n").collect(Collectors.joining());
        assertThat(file.toString(StandardCharsets.UTF_8)).isEqualTo(expected);
    }

    @Test
    void anInterruptedThreadLosesNoLineAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try (var press = new Press(file, "test")) {
            for (int i = 0; i < MANY; i++) {
                press.print(() -> new byte[] {'x'});
            }
        }

        assertThat(Thread.interrupted()).isTrue();
        assertThat(file.size()).isEqualTo(MANY);
    }

    @Test
    void whoeverPrintsAfterTheDiskIsFullIsToldInsteadOfWaiting() {
        var full = new CountDownLatch(1);
        var press = new Press(fullDisk(full), "test");

        assertThatThrownBy(() -> printForEver(press))
                .isInstanceOf(UncheckedIOException.class)
                .hasStackTraceContaining("No space left");
        assertThatThrownBy(press::close).isInstanceOf(UncheckedIOException.class);
        assertThat(full.getCount()).isZero();
    }

    @Test
    void aLineThatCannotBeMadeIsAFailureAndNoSilence() {
        var press = new Press(file, "test");
        press.print(
                () -> {
                    throw new IllegalStateException("no JSON form");
                });

        assertThatThrownBy(() -> printForEver(press))
                .isInstanceOf(UncheckedIOException.class)
                .hasStackTraceContaining("no JSON form");
        assertThatThrownBy(press::close).isInstanceOf(UncheckedIOException.class);
    }

    private static void printForEver(Press press) {
        byte[] line = new byte[1 << 10];
        while (true) {
            press.print(() -> line);
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
