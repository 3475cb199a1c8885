package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.Stamp;
import io.mcpsf.report.Screen;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** Events are told while the run goes on, by type and level; a touched decoy at once. */
final class LiveEventsTest {

    private static final Observation DECOY =
            new BaitTouched("~/.ssh/id_ed25519", "ssh", "/home/ana/.ssh/id_ed25519", Touch.READ);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    @Test
    void aDecoyIsToldTheMomentItIsTouchedAndWhatIsLessIsNot() throws InterruptedException {
        try (var progress = watched("critical", new CountDownLatch(0))) {
            progress.seen(seen(1, name("before.invalid")));
            progress.seen(seen(2, DECOY));

            // The run goes on: nothing was closed or judged.
            await(text -> text.contains("id_ed25519"));
            assertThat(told()).doesNotContain("before.invalid");
        }
    }

    @Test
    void oneTypeIsWatchedAlone() throws InterruptedException {
        try (var progress = watched("network", new CountDownLatch(0))) {
            progress.seen(seen(1, DECOY));
            progress.seen(seen(2, name("after.invalid")));

            await(text -> text.contains("after.invalid"));
            assertThat(told()).doesNotContain("id_ed25519");
        }
    }

    @Test
    void aFloodOfLesserEventsLeavesRoomForADecoy() throws InterruptedException {
        var stuck = new CountDownLatch(1);
        try (var progress = watched("info", stuck)) {
            for (int i = 0; i < 20_000; i++) {
                progress.seen(seen(i, name("n" + i + ".invalid")));
            }
            progress.seen(seen(20_000, DECOY));
            stuck.countDown();

            await(text -> text.contains("id_ed25519"));
        }
        assertThat(told()).contains("events were not shown");
    }

    @Test
    void aProgramIsToldTypeAndLevelOfEachEvent() throws InterruptedException {
        try (var progress = JsonProgress.start(printer(new CountDownLatch(0)))) {
            progress.seen(seen(1, DECOY));
            progress.seen(seen(2, name("after.invalid")));
            await(text -> text.contains("after.invalid"));
        }

        var events =
                told().lines()
                        .map(Json::read)
                        .filter(line -> line.path("kind").asString("").equals("seen"))
                        .map(line -> line.path("seen"))
                        .map(e -> e.path("type").asString("") + " " + e.path("level").asString(""))
                        .toList();
        assertThat(events).containsExactly("FILESYSTEM CRITICAL", "NETWORK INFO");
    }

    private WatchedProgress watched(String only, CountDownLatch stuck) {
        return WatchedProgress.start(
                printer(stuck), new Style(new Screen(200, false, true)), EventFilter.of(only));
    }

    /** A terminal that prints nothing until the latch opens. */
    private PrintStream printer(CountDownLatch stuck) {
        return new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int value) {
                        write(new byte[] {(byte) value}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int from, int count) {
                        try {
                            stuck.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        told.write(bytes, from, count);
                    }
                },
                true,
                StandardCharsets.UTF_8);
    }

    private String told() {
        return told.toString(StandardCharsets.UTF_8);
    }

    private void await(Predicate<String> condition) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.test(told())) {
            assertThat(System.nanoTime()).as(this::told).isLessThan(end);
            Thread.sleep(10);
        }
    }

    private static Observation name(String host) {
        return new DnsAsked(host, "A", "");
    }

    private static Seen seen(long seq, Observation what) {
        return new Seen(new Stamp(seq + 1, seq, Phase.CALL, 1, 1), what);
    }
}
