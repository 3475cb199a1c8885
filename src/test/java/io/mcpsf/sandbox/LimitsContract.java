package io.mcpsf.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Exit;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a sample may use up, and that the reason of its end is told right. */
interface LimitsContract {

    Trial trial();

    /** Whether the host knows the sandbox's users and counts its processes. */
    boolean sharesTheKernel();

    @Test
    default void stopsAMemoryBomb() {
        var said =
                trial().run(
                                trial().pythonSpec("b=[]\nwhile True: b.append(bytearray(8<<20))")
                                        .memory(96L << 20));

        assertThat(said.exit()).isEqualTo(new Exit.OutOfMemory());
        assertThat(said.usage().memoryKills()).isPositive();
        assertThat(said.usage().memoryPeakBytes()).isLessThanOrEqualTo(96L << 20);
    }

    @Test
    default void stopsAForkBomb() {
        var said =
                trial().run(
                                trial().pythonSpec(
                                                """
                                                import os
                                                while True:
                                                    try: os.fork()
                                                    except OSError: pass
                                                """)
                                        .processes(32));

        assertThat(said.exit()).isEqualTo(new Exit.TooManyProcesses());
        if (sharesTheKernel()) {
            assertThat(said.usage().forksRefused()).isPositive();
        }
        assertThat(said.usage().processesPeak()).isLessThanOrEqualTo(32);
    }

    @Test
    default void aFewRefusedForksAreNoCrime() {
        var said =
                trial().run(
                                trial().pythonSpec(
                                                """
                                                import os, signal, sys, time
                                                n, refused = 0, 0
                                                while refused < 2:
                                                    try:
                                                        if os.fork() == 0: signal.pause()
                                                        n += 1
                                                    except OSError:
                                                        # A helper of the runtime that has just ended may still count.
                                                        refused += 1
                                                        time.sleep(0.3)
                                                print(n); sys.exit(3)
                                                """)
                                        .processes(20));

        assertThat(said.exit()).isEqualTo(new Exit.Code(3));
        assertThat(said.out().strip()).isEqualTo("19");
    }

    @Test
    default void stopsAFullDisk() {
        var said =
                trial().run(
                                trial().spec(
                                                List.of(
                                                        "sh",
                                                        "-c",
                                                        "head -c 30M /dev/zero >/tmp/a; head -c 30M"
                                                            + " /dev/zero >/home/alice/b; head -c"
                                                            + " 30M /dev/zero >/dev/shm/c; cat"
                                                            + " /tmp/a /home/alice/b /dev/shm/c |"
                                                            + " wc -c"))
                                        .disk(16L << 20));

        assertThat(said.err()).contains("No space left on device");
        assertThat(Long.parseLong(said.out().strip())).isBetween(8L << 20, 16L << 20);
    }

    @Test
    default void stopsAnEndlessLoopThoughNobodyWaits() throws Exception {
        var spec = trial().spec(List.of("sh", "-c", "while :; do :; done"));
        try (Sandbox sandbox = trial().start(spec.wallClock(Duration.ofMillis(300)))) {
            byte[] nothing = sandbox.pipes().stdout().readAllBytes();

            assertThat(nothing).isEmpty();
            assertThat(sandbox.await(Duration.ofSeconds(5)))
                    .isEqualTo(Optional.of(new Exit.TimedOut()));
        }
    }

    @Test
    default void limitsTheCpu() {
        long begin = System.nanoTime();
        var said =
                trial().run(
                                trial().spec(List.of("sh", "-c", "while :; do :; done"))
                                        .cpus(0.2)
                                        .wallClock(Duration.ofMillis(1500)));

        // Where others take the processors, ending it takes longer, and it works meanwhile.
        long millis = (System.nanoTime() - begin) / 1_000_000;
        assertThat(said.usage().cpuMillis()).isBetween(50L, 300 + millis * 3 / 10);
    }
}
