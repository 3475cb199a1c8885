package io.mcpsf.observe.seccheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Exit;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Health;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.SensorContract;
import io.mcpsf.observe.Trial;
import io.mcpsf.sandbox.oci.Installed;
import io.mcpsf.sandbox.oci.OciExecutor;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What every sensor promises, kept by gVisor's own kernel; and what a flood or a fault does to it.
 */
@Tag("release")
@Tag("chamber")
final class SeccheckSensorTest extends SensorContract {

    @Override
    protected Sensor sensor() {
        return OnGvisor.sensor();
    }

    @Override
    protected Set<Sense> senses() {
        return Set.of(Sense.PROCESSES, Sense.FILES, Sense.SOCKETS, Sense.SYSCALLS);
    }

    @Override
    protected String provocation() {
        return """
        cat /etc/hostname >/dev/null
        unshare -U true 2>/dev/null
        python3 -c 'import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).bind(("", 4000))'
        """;
    }

    @Override
    protected OciExecutor executor() {
        return Installed.gvisor();
    }

    @Test
    void aFloodOfOneHundredThousandOpensIsAllSeen() throws Exception {
        var opened = new AtomicLong();
        Files.writeString(
                home.resolve("flood.py"),
                """
                import os
                for i in range(100000):
                    try: os.open("flood-%d" % i, os.O_RDONLY)
                    except OSError: pass
                """);
        try (var executor = executor()) {
            Trial trial =
                    Trial.run(
                            executor,
                            sensor(),
                            Trial.spec(home, "/usr/bin/python3", "-SE", "flood.py"),
                            (process, what) -> {
                                if (what instanceof FileOpened f
                                        && f.asked().startsWith("flood-")) {
                                    opened.incrementAndGet();
                                }
                            });

            assertThat(trial.exit()).isEqualTo(new Exit.Code(0));
            SenseHealth health = Objects.requireNonNull(trial.health().get(Sense.FILES));
            // None is lost, or as many as it says.
            assertThat(opened.get() + health.lost()).isGreaterThanOrEqualTo(100_000);
            assertThat(health.health())
                    .isEqualTo(opened.get() == 100_000 ? Health.FULL : Health.LOSSY);
        }
    }

    @Test
    void theSandboxDiesWithItsListener() throws Exception {
        var count = new AtomicLong();
        try (var executor = executor()) {
            Trial trial =
                    Trial.run(
                            executor,
                            sensor(),
                            Trial.spec(home, "/bin/sh", "-c", "while :; do cat /dev/null; done"),
                            (process, what) -> {
                                if (count.incrementAndGet() == 40) {
                                    throw new IllegalStateException("the recorder is full");
                                }
                            });

            assertThat(trial.exit()).isNotEqualTo(new Exit.Code(0));
            assertThat(trial.health().values())
                    .allSatisfy(
                            h -> {
                                assertThat(h.health()).isEqualTo(Health.BLIND);
                                assertThat(h.why()).contains("the recorder is full");
                            });
        }
    }
}
