package io.mcpsf.observe.seccheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.Trial;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.oci.Installed;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Who read a decoy under gVisor: the sample, and nobody else on this machine. */
@Tag("chamber")
final class GvisorWitnessTest extends OnGvisor {

    private final List<BaitTouched> touched = Collections.synchronizedList(new ArrayList<>());

    @Test
    void whatAnybodyElseOnThisMachineReadsIsNotTheSamples() throws Exception {
        plantBait();
        try (var executor = Installed.gvisor();
                Watch watch = sensor().arm(Trial.spec(home, "/bin/cat"), this::saw);
                Sandbox sandbox = executor.start(watch.spec())) {
            watch.started(sandbox);

            Files.readString(bait(sandbox));

            sandbox.pipes().stdin().close();
            assertThat(sandbox.await(Duration.ofSeconds(30))).isPresent();
            watch.ending(sandbox);
        }

        assertThat(touched).isEmpty();
    }

    @Test
    @Tag("release")
    void whatWeReadAtTheEndIsNotTheSamplesThoughTheListenerStalls() throws Exception {
        plantBait();
        var stalled = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Sink slow =
                (process, what) -> {
                    saw(process, what);
                    if (what instanceof FileOpened opened && opened.asked().equals("/tmp/stall")) {
                        stalled.countDown();
                        await(goOn);
                    }
                };
        try (var executor = Installed.gvisor();
                Watch watch =
                        sensor().arm(
                                        Trial.spec(home, "/bin/sh", "-c", ": > /tmp/stall; cat"),
                                        slow);
                Sandbox sandbox = executor.start(watch.spec())) {
            watch.started(sandbox);
            await(stalled);

            watch.ending(sandbox);
            Files.readString(bait(sandbox));
            goOn.countDown();
            sandbox.pipes().stdin().close();
            assertThat(sandbox.await(Duration.ofSeconds(30))).isPresent();
        }

        assertThat(touched).isEmpty();
    }

    private void saw(int process, Observation what) {
        if (what instanceof BaitTouched one) {
            touched.add(one);
        }
    }

    private static Path bait(Sandbox sandbox) {
        return sandbox.outside(Trial.HOME).resolve(".ssh/id_rsa");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
