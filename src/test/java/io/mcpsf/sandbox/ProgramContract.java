package io.mcpsf.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mcpsf.model.Exit;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** How a program is started, spoken to and ended. */
interface ProgramContract {

    Trial trial();

    @Test
    default void getsExactlyTheGivenEnvironment() {
        Map<String, String> env =
                Map.of("PATH", "/usr/bin:/bin", "HOME", "/home/alice", "TOKEN", "a b=c");

        var said = trial().run(trial().spec(List.of("/usr/bin/env", "-0")).env(env));

        assertThat(said.out().split("\0"))
                .containsExactlyInAnyOrder("PATH=/usr/bin:/bin", "HOME=/home/alice", "TOKEN=a b=c");
    }

    @Test
    default void tellsExitCodesAndSignals() throws Exception {
        assertThat(trial().shell("exit 0").exit()).isEqualTo(new Exit.Code(0));
        assertThat(trial().shell("exit 7").exit()).isEqualTo(new Exit.Code(7));
        assertThat(trial().python("import ctypes; ctypes.string_at(0)").exit())
                .isEqualTo(new Exit.Signal(11));
        try (Sandbox sandbox = trial().start(trial().spec(List.of("sleep", "60")))) {
            ProcessHandle.of(sandbox.pid()).orElseThrow().destroyForcibly();
            assertThat(sandbox.await(Duration.ofSeconds(10)))
                    .isEqualTo(Optional.of(new Exit.Signal(9)));
        }
    }

    @Test
    default void tellsAMissingProgramByTheUsualCode() {
        assertThat(trial().run(trial().spec(List.of("/no/such/program"))).exit())
                .isEqualTo(new Exit.Code(127));
        assertThat(trial().run(trial().spec(List.of("nosuchprogram"))).exit())
                .isEqualTo(new Exit.Code(127));
    }

    @Test
    default void passesThePipesThrough() throws Exception {
        try (Sandbox sandbox =
                trial().start(trial().spec(List.of("sh", "-c", "cat; echo end >&2")))) {
            var pipes = sandbox.pipes();
            pipes.stdin().write("hello\n".getBytes(UTF_8));
            pipes.stdin().flush();
            byte[] answer = pipes.stdout().readNBytes(6);
            pipes.stdin().close();

            assertThat(new String(answer, UTF_8)).isEqualTo("hello\n");
            assertThat(pipes.stdout().readAllBytes()).isEmpty();
            assertThat(new String(pipes.stderr().readAllBytes(), UTF_8)).isEqualTo("end\n");
            assertThat(sandbox.await(Duration.ofSeconds(10)))
                    .isEqualTo(Optional.of(new Exit.Code(0)));
        }
    }

    @Test
    default void aFailedStartLeavesNothing() {
        var network = new World.Network.Joined(Path.of("/etc/hostname"), "100.64.0.1");
        var spec = trial().spec(List.of("true")).network(network);

        assertThatThrownBy(() -> trial().start(spec)).isInstanceOf(ExecutorException.class);
    }

    @Test
    default void closingKillsEverythingAndTwiceIsHarmless() throws Exception {
        var spec =
                trial().spec(
                                List.of(
                                        "sh",
                                        "-c",
                                        "setsid sleep 100 & sleep 100 & echo ready; read x"));
        Sandbox sandbox = trial().start(spec);
        Trial.readUntil(sandbox, "ready\n");
        long before = System.nanoTime();

        sandbox.close();
        long millis = (System.nanoTime() - before) / 1_000_000;
        sandbox.close();

        // Both sleep for 100 seconds: whoever waits for them is far beyond this.
        assertThat(millis).isLessThan(10_000);
        assertThat(ProcessHandle.of(sandbox.pid())).isEmpty();
        assertThat(sandbox.await(Duration.ZERO)).isEqualTo(Optional.of(new Exit.Signal(9)));
        assertThat(sandbox.usage().cpuMillis()).isNotNegative();
    }

    @Test
    default void manyAtOnceAreStartedAndClosedFromManyThreads() throws Exception {
        try (var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> runs = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                String number = Integer.toString(i);
                runs.add(
                        tasks.submit(() -> trial().shell("echo " + number + "; cat /tmp/*").out()));
            }
            for (int i = 0; i < runs.size(); i++) {
                assertThat(runs.get(i).get()).isEqualTo(i + "\n");
            }
            Sandbox sandbox = trial().start(trial().spec(List.of("sleep", "60")));
            List<Future<?>> closings =
                    List.of(tasks.submit(sandbox::close), tasks.submit(sandbox::close));
            for (Future<?> closing : closings) {
                closing.get();
            }
            assertThat(ProcessHandle.of(sandbox.pid())).isEmpty();
        }
    }
}
