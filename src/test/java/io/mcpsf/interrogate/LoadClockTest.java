package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** On a loaded machine a second is worth less. */
final class LoadClockTest {

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "0.10 0.20 0.30 1/200 77, 1",
        "3.10 2.20 1.30 8/200 77, 1",
        "31.0 9.20 4.30 14/900 77, 4",
        "90.0 50.0 20.0 99/1900 77, 10",
        "90.0 50.0 20.0, 1",
        "90.0 50.0 20.0 x/1900 77, 1",
        "90.0 50.0 20.0 99999999999/1900 77, 1",
        "'', 1"
    })
    void theFactorIsHowManyWantAProcessorBesidesUs(String line, double times) {
        assertThat(LoadClock.times(line, 2)).isEqualTo(times);
    }

    @Test
    void inACrowdTimePassesSlowerAndCallsMayTakeLonger() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("loadavg"), "90.0 50.0 20.0 99/1900 77\n");
        try (var clock = LoadClock.watching(folder, 2)) {
            long begin = System.nanoTime();
            long first = clock.nanos();
            Thread.sleep(200);
            long counted = clock.nanos() - first;
            long real = System.nanoTime() - begin;

            assertThat(counted).isPositive().isLessThan(real / 5);
            assertThat(clock.stretched(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(20));
        }
    }

    @Test
    void whatTheHostTakesCountsAsACrowd() throws IOException, InterruptedException {
        Path stat = folder.resolve("stat");
        Files.writeString(stat, "cpu  900 0 100 5000 30 0 0 40 0 0\ncpu0 1 2 3\n");
        try (var clock = LoadClock.watching(folder, 2)) {
            assertThat(clock.stretched(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(2));

            Files.writeString(stat, "cpu  930 0 120 5900 90 0 0 190 0 0\ncpu0 1 2 3\n");
            Thread.sleep(2_000);

            assertThat(clock.stretched(Duration.ofSeconds(2)).toMillis()).isBetween(7_500L, 8_000L);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "cpu",
                "cpu 1 2 3",
                "intr 5 5 5 5 5 5 5 5 5",
                "cpu  900 0 100 9000 30 0 0 41 0 0",
                "cpu  -9 x 999999999999999999999 0 0 0 0 0"
            })
    void whatDoesNotTellThatMuchWasTakenStretchesNothing(String line) throws IOException {
        Path stat = Files.writeString(folder.resolve("stat"), "cpu  900 0 100 5000 30 0 0 40\n");
        var taken = new StealTime(stat);

        Files.writeString(stat, line);

        assertThat(taken.look()).isEqualTo(1);
    }

    @Test
    void aloneASecondIsASecond() throws IOException {
        Files.writeString(folder.resolve("loadavg"), "0.10 0.20 0.30 3/200 77\n");
        try (var clock = LoadClock.watching(folder, 2)) {
            assertThat(clock.stretched(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(2));
        }
    }

    @Test
    void whereNothingIsToldTimeIsAsItIs() {
        try (var clock = LoadClock.watching(folder.resolve("none"), 2)) {
            assertThat(clock.stretched(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(2));
        }
    }
}
