package io.mcpsf.sandbox.docker;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.os.TemporaryTree;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.SandboxSpec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** The gate as a plain program of this machine, without an engine around it. */
@Tag("chamber")
@Timeout(120)
final class GateTest {

    private final Path folder = TemporaryTree.make("gate");

    @AfterEach
    void clean() {
        Trees.delete(folder);
    }

    @Test
    void nothingRunsBeforeOurWord() throws Exception {
        Path mark = folder.resolve("mark");
        try (Child gate = start(List.of("touch", mark.toString()), Map.of("PATH", "/bin"))) {
            assertThat(gate.stdout().read()).isZero();
            assertThat(mark).doesNotExist();

            admit(gate);

            assertThat(gate.await()).isZero();
            assertThat(mark).exists();
        }
    }

    @Test
    void itBecomesTheProgramWithThatEnvironmentOnly() throws Exception {
        Map<String, String> env = Map.of("B", "two words", "A", "");
        try (Child gate = start(List.of("/usr/bin/env"), env)) {
            gate.stdout().read();
            admit(gate);

            assertThat(new String(gate.stdout().readAllBytes(), UTF_8))
                    .isEqualTo("A=\nB=two words\n");
        }
    }

    @Test
    void itSearchesAsAShellWould() throws Exception {
        Files.createDirectories(folder.resolve("a/tool"));
        Files.createDirectories(folder.resolve("b"));
        Files.writeString(folder.resolve("b/tool"), "not executable");
        Path last = Files.createDirectories(folder.resolve("c")).resolve("tool");
        Files.writeString(last, "#!/bin/sh\necho found\n");
        Files.setPosixFilePermissions(last, PosixFilePermissions.fromString("rwxr-xr-x"));
        String path = "%1$s/a:%1$s/none:%1$s/b:%1$s/c".formatted(folder);
        try (Child gate = start(List.of("tool"), Map.of("PATH", path))) {
            gate.stdout().read();
            admit(gate);

            assertThat(new String(gate.stdout().readAllBytes(), UTF_8)).isEqualTo("found\n");
        }
    }

    @Test
    void aMissingProgramEndsItWithTheUsualCode() throws Exception {
        try (Child gate = start(List.of("no-such-program"), Map.of())) {
            gate.stdout().read();
            admit(gate);

            assertThat(gate.await()).isEqualTo(ContainerGate.NO_PROGRAM);
        }
    }

    @Test
    void withoutOurWordItEnds() throws Exception {
        try (Child gate = start(List.of("/bin/true"), Map.of())) {
            gate.stdin().close();

            assertThat(gate.await()).isEqualTo(ContainerGate.NO_WORD);
        }
    }

    @Test
    void aFilterThatTheKernelDoesNotTakeEndsIt() throws Exception {
        var program = program(List.of("/bin/true"), Map.of());
        // A plain user who has not promised to gain no privileges may not filter himself.
        Path file =
                write(
                        ContainerGate.elf(
                                program,
                                ContainerGate.Duty.NO_USER_NAMESPACE,
                                new SandboxSpec.Listener.None()));

        var ended = Command.of("setpriv", "--reuid=65534", "--clear-groups", file.toString()).run();

        assertThat(ended.code()).isEqualTo(ContainerGate.NO_FILTER);
    }

    private Child start(List<String> argv, Map<String, String> env) throws IOException {
        byte[] elf =
                ContainerGate.elf(
                        program(argv, env),
                        ContainerGate.Duty.OWN_KERNEL,
                        new SandboxSpec.Listener.Trace(folder, places -> {}));
        return Command.of(write(elf).toString()).start();
    }

    private Path write(byte[] elf) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path file = Files.write(folder.resolve("init"), elf);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-xr-xr-x"));
        return file;
    }

    private static SandboxSpec.Program program(List<String> argv, Map<String, String> env) {
        return new SandboxSpec.Program(argv, env, "/tmp");
    }

    private static void admit(Child gate) throws IOException {
        gate.stdin().write('\n');
        gate.stdin().flush();
    }
}
