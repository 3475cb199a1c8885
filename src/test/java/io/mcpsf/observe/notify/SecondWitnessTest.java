package io.mcpsf.observe.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.Trial;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Who opened a decoy: the sample, whatever it shows us, and nobody else. */
@Tag("chamber")
final class SecondWitnessTest {

    private static final String DECOY = "/home/dev/bait";

    @TempDir Path home;

    private final List<Trial.Seen> touched = Collections.synchronizedList(new ArrayList<>());

    private static OciExecutor executor() {
        return OciRuntimes.choose(OciRuntimes.Preference.CRUN, word -> {});
    }

    private static NotifySensor sensor() {
        return new NotifySensor(Map.of(DECOY, new BaitMark("bait", "test")), CanaryFinder.none());
    }

    private Sink sink() {
        return (process, what) -> {
            if (what instanceof BaitTouched) {
                touched.add(new Trial.Seen(process, what));
            }
        };
    }

    @Test
    void whatAnybodyElseOnThisMachineOpensIsNotTheSamples() throws Exception {
        Files.writeString(home.resolve("bait"), "x");
        try (var executor = executor();
                Watch watch = sensor().arm(Trial.spec(home, "/bin/cat"), sink());
                Sandbox sandbox = executor.start(watch.spec())) {
            watch.started(sandbox);

            Files.readString(sandbox.outside(Trial.HOME).resolve("bait"));

            sandbox.pipes().stdin().close();
            assertThat(sandbox.await(Duration.ofSeconds(20))).isPresent();
            watch.ending(sandbox);
        }

        assertThat(touched).isEmpty();
    }

    @Test
    void whatWeOpenAtTheEndIsNotTheSamplesThoughTheSupervisorStalls() throws Exception {
        Files.writeString(home.resolve("bait"), "x");
        var stalled = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Sink slow =
                (process, what) -> {
                    sink().saw(process, what);
                    if (what instanceof FileOpened opened && opened.asked().equals("/tmp/stall")) {
                        stalled.countDown();
                        Trials.await(goOn);
                    }
                };
        try (var executor = executor();
                Watch watch =
                        sensor().arm(
                                        Trial.spec(home, "/bin/sh", "-c", ": < /tmp/stall; cat"),
                                        slow);
                Sandbox sandbox = executor.start(watch.spec())) {
            watch.started(sandbox);
            Trials.await(stalled);

            watch.ending(sandbox);
            Files.readString(sandbox.outside(Trial.HOME).resolve("bait"));
            goOn.countDown();
            sandbox.pipes().stdin().close();
            assertThat(sandbox.await(Duration.ofSeconds(20))).isPresent();
        }

        assertThat(touched).isEmpty();
    }

    @Test
    void aDecoyThatIsReachedUnderASwappedPathIsTheSamples() throws Exception {
        Files.writeString(home.resolve("bait"), "x");
        Files.writeString(home.resolve("dull"), "x");
        Files.writeString(
                home.resolve("script.py"),
                """
                import os, ctypes, mmap
                shared = mmap.mmap(-1, 4096)
                at = ctypes.addressof(ctypes.c_char.from_buffer(shared))
                libc = ctypes.CDLL(None)
                shared.write(b"/home/dev/dull\\0")
                flipper = os.fork()
                if flipper == 0:
                    while True:
                        ctypes.memmove(at, b"/home/dev/bait", 14)
                        ctypes.memmove(at, b"/home/dev/dull", 14)
                for _ in range(2000): libc.syscall(3, libc.syscall(2, ctypes.c_void_p(at), 0))
                os.kill(flipper, 9)
                """);
        try (var executor = executor()) {
            Trial.run(
                    executor,
                    sensor(),
                    Trial.spec(home, "/usr/bin/python3", "-SE", "script.py"),
                    sink());
        }

        assertThat(touched).isNotEmpty().allSatisfy(t -> assertThat(t.process()).isPositive());
    }

    /** Waiting with a deadline. */
    private static final class Trials {
        static void await(CountDownLatch latch) {
            try {
                assertThat(latch.await(60, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
