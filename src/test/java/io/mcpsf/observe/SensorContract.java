package io.mcpsf.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mcpsf.model.Exit;
import io.mcpsf.model.Health;
import io.mcpsf.model.Sense;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** What every sensor promises, whatever it watches with. */
public abstract class SensorContract {

    @TempDir protected Path home;

    /** The sensor under test. */
    protected abstract Sensor sensor();

    /** The senses it serves. */
    protected abstract Set<Sense> senses();

    /** A shell script that gives each of its senses something to see, in the home folder. */
    protected abstract String provocation();

    protected OciRuntimes.Preference runtime() {
        return OciRuntimes.Preference.CRUN;
    }

    @Test
    void seesSomethingWithEverySense() throws Exception {
        try (var executor = executor()) {
            Trial trial = run(executor);

            assertThat(trial.exit()).isEqualTo(new Exit.Code(0));
            assertThat(trial.health()).containsOnlyKeys(senses());
            assertThat(trial.health().values())
                    .allSatisfy(
                            health -> {
                                assertThat(health.health()).isEqualTo(Health.FULL);
                                assertThat(health.events()).isPositive();
                            });
        }
    }

    @Test
    void countsWhatItReports() throws Exception {
        try (var executor = executor()) {
            Trial trial = run(executor);

            long counted = trial.health().values().stream().mapToLong(h -> h.events()).sum();
            assertThat(trial.seen()).hasSize((int) counted);
        }
    }

    @Test
    void closingTwiceIsHarmless() {
        Watch watch = sensor().arm(Trial.spec(home, "/bin/true"), (process, what) -> {});

        watch.close();

        assertThatCode(watch::close).doesNotThrowAnyException();
    }

    @Test
    void aSandboxThatNeverStartedWasNotWatched() {
        Watch watch = sensor().arm(Trial.spec(home, "/bin/true"), (process, what) -> {});

        watch.close();

        assertThat(watch.health()).containsOnlyKeys(senses());
        assertThat(watch.health().values())
                .allSatisfy(
                        health -> {
                            assertThat(health.health()).isEqualTo(Health.BLIND);
                            assertThat(health.why()).isNotEmpty();
                        });
    }

    @Test
    void twoAtOnceSeeTheirOwnSandbox() throws Exception {
        List<Trial> trials = Collections.synchronizedList(new ArrayList<>());
        Path other = Files.createDirectory(home.resolve("other"));
        try (var executor = executor()) {
            Trial alone = run(executor);
            Thread first = Thread.ofVirtual().start(() -> trials.add(quietly(executor, other)));
            Thread second = Thread.ofVirtual().start(() -> trials.add(quietly(executor, other)));
            first.join();
            second.join();

            assertThat(trials).hasSize(2);
            assertThat(trials).allSatisfy(t -> assertThat(t.seen()).hasSameSizeAs(alone.seen()));
        }
    }

    protected OciExecutor executor() {
        return OciRuntimes.choose(runtime(), word -> {});
    }

    private Trial quietly(Executor executor, Path at) {
        try {
            return Trial.run(executor, sensor(), at, "/bin/sh", "-c", provocation());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private Trial run(Executor executor) throws Exception {
        return Trial.run(executor, sensor(), home, "/bin/sh", "-c", provocation());
    }
}
