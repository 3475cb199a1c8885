package io.mcpsf.sandbox.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.sandbox.ExecutorException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

final class EntryTest {

    @Test
    void emptiesAGateAsSoonAsNobodyRunsItAnyMore(@TempDir Path folder) throws Exception {
        Path gate = gate(folder);
        Process running = new ProcessBuilder(gate.toString(), "0.3").start();
        try {
            ContainerEntry.empty(gate, Duration.ofSeconds(20));

            assertThat(gate).isEmptyFile();
            assertThat(running.waitFor(5, TimeUnit.SECONDS)).isTrue();
        } finally {
            running.destroyForcibly();
        }
    }

    @Test
    void saysSoWhenAGateIsRunForTooLong(@TempDir Path folder) throws Exception {
        Path gate = gate(folder);
        Process running = new ProcessBuilder(gate.toString(), "60").start();
        try {
            assertThatThrownBy(() -> ContainerEntry.empty(gate, Duration.ofMillis(50)))
                    .isInstanceOf(ExecutorException.class)
                    .hasMessageContaining("cannot empty");
        } finally {
            running.destroyForcibly();
        }
    }

    @Test
    void doesNotWaitForAGateThatIsNotThere(@TempDir Path folder) {
        assertThatThrownBy(
                        () -> ContainerEntry.empty(folder.resolve("gate"), Duration.ofMinutes(5)))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("cannot empty");
    }

    private static Path gate(Path folder) throws IOException {
        return Files.copy(Path.of("/bin/sleep"), folder.resolve("gate"));
    }
}
