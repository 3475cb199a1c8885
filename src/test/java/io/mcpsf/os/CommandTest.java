package io.mcpsf.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

@Timeout(120)
final class CommandTest {

    @Test
    void keepsCodeAndBothOutputsApart() throws Exception {
        var result = Command.of("sh", "-c", "cat; echo no >&2; exit 3").run("yes".getBytes(UTF_8));

        assertThat(result).isEqualTo(new Command.Result(3, false, "yes", "no\n", false));
        assertThat(result.complaint()).isEqualTo("no");
    }

    @Test
    void inheritsNothingFromUs() throws Exception {
        var result = Command.of("/usr/bin/env").withOnly(Map.of("A", "b")).run();

        assertThat(result.stdout()).isEqualTo("A=b\n");
    }

    @Test
    void cutsAFlood() throws Exception {
        var result = Command.of("sh", "-c", "head -c 9000000 /dev/zero").keeping(1000).run();

        assertThat(result.stdout()).hasSize(1000);
        assertThat(result.cut()).isTrue();
        assertThat(result.code()).isZero();
    }

    @Test
    void killsTheWholeTreeAtTheDeadline() throws Exception {
        var result =
                Command.of("sh", "-c", "sleep 98 & echo $!; sleep 98")
                        .within(Duration.ofMillis(300))
                        .run();

        assertThat(result.timedOut()).isTrue();
        long child = Long.parseLong(result.stdout().strip());
        ProcessHandle.of(child).ifPresent(handle -> handle.onExit().join());
        assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive))
                .isNotEqualTo(Optional.of(true));
    }

    @Test
    void doesNotWaitForADaemonThatKeepsThePipe() throws Exception {
        long before = System.nanoTime();

        var result = Command.of("sh", "-c", "(setsid sleep 12 &); echo started").run();

        assertThat(result.stdout()).isEqualTo("started\n");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void saysWhatCannotBeStarted() {
        assertThatThrownBy(() -> Command.of("/no/such/program").run())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("/no/such/program");
    }
}
