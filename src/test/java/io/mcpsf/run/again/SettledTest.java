package io.mcpsf.run.again;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.interrogate.LoadClock;
import io.mcpsf.model.Exit;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.Stamp;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A start ends when what it began has come to rest; the time is played. */
final class SettledTest {

    private static final Observation LOOKUP = new DnsAsked("api.site.example", "A", "100.64.0.1");
    private static final Observation CONNECTION = new Connected("tcp", "100.64.0.1", 443);

    private final Duration begin = Duration.ofDays(1);
    private Duration now = begin;

    @Test
    void aServerThatDoesNothingIsWatchedForMoreThanASecond() throws InterruptedException {
        assertThat(waited(Map.of())).isBetween(millis(1_200), millis(1_300));
    }

    @Test
    void whatFollowsALookupIsAwaited() throws InterruptedException {
        var steps = Map.of(millis(1_150), LOOKUP, millis(1_600), CONNECTION);

        assertThat(waited(steps)).isBetween(millis(2_100), millis(2_200));
    }

    @Test
    void whoNeverRestsIsNotAwaitedForEver() throws InterruptedException {
        var begun = settled();
        begun.await(
                most -> {
                    now = now.plus(most);
                    begun.accept(seen(CONNECTION));
                    return Optional.empty();
                });

        assertThat(now.minus(begin)).isBetween(millis(4_000), millis(4_100));
    }

    @Test
    void whoHasEndedIsNotAwaited() throws InterruptedException {
        settled().await(_ -> Optional.of(new Exit.Code(0)));

        assertThat(now).isEqualTo(begin);
    }

    private Duration waited(Map<Duration, Observation> steps) throws InterruptedException {
        var settled = settled();
        settled.await(
                most -> {
                    now = now.plus(most);
                    Optional.ofNullable(steps.get(now.minus(begin)))
                            .ifPresent(what -> settled.accept(seen(what)));
                    return Optional.empty();
                });
        return now.minus(begin);
    }

    private Settled settled() {
        try (var idle = LoadClock.watching(Path.of("/nonexistent"), 2)) {
            return new Settled(idle, () -> now.toNanos());
        }
    }

    private static Seen seen(Observation what) {
        return new Seen(new Stamp(1, 1, Phase.LATER, 0, 1), what);
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }
}
