package io.mcpsf.sandbox.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.linux.Machine;
import io.mcpsf.sandbox.CallPolicy;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.host.SeccompProgram;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The gate for arm64, run by a small interpreter: no such machine is here. */
final class ArmGateTest {

    private static final SandboxSpec.Program PROGRAM =
            new SandboxSpec.Program(
                    List.of("node", "two words"), Map.of("PATH", "/a:/b", "A", "1"), "/tmp");
    private static final SandboxSpec.Listener SOCKET =
            new SandboxSpec.Listener.Socket(Path.of("/socket"));
    private static final SandboxSpec.Listener TRACE =
            new SandboxSpec.Listener.Trace(Path.of("/trace"), places -> {});

    private final Map<String, Long> answers = new HashMap<>(Map.of("write", 1L, "read", 1L));
    private final List<String> seen = new ArrayList<>();
    private int exit = -1;
    private int slept;

    @Test
    void itTakesEveryStepAndBecomesTheProgram() {
        answers.put("seccomp", 7L);

        List<String> calls = run(ContainerGate.Duty.SHARED_KERNEL, SOCKET);

        assertThat(calls.subList(0, 4)).containsExactly("unshare", "seccomp", "write", "read");
        assertThat(calls.subList(4, 46)).containsOnly("prctl");
        assertThat(calls.subList(46, calls.size())).containsExactly("faccessat", "execve");
        assertThat(seen)
                .contains(
                        "unshare 0x10000000",
                        "listener 7",
                        "drop 0",
                        "drop 40",
                        "look at /a/node",
                        "execute /a/node [node, two words] [A=1, PATH=/a:/b]");
        assertThat(exit).isEqualTo(-1);
    }

    @Test
    void theFilterIsTheOneForThisMachine() {
        run(ContainerGate.Duty.NO_USER_NAMESPACE, SOCKET);

        byte[] filter = new SeccompProgram(CallPolicy.of(Machine.AARCH64), true).bytes();
        assertThat(seen.getFirst()).isEqualTo("filter %d 0x28".formatted(Arrays.hashCode(filter)));
    }

    @Test
    void aKernelThatCannotWaitKillablyIsAskedAgain() {
        answers.put("seccomp", -22L);

        assertThat(run(ContainerGate.Duty.NO_USER_NAMESPACE, SOCKET))
                .containsExactly("seccomp", "seccomp", "exit_group");
        assertThat(seen.get(0)).endsWith(" 0x28");
        assertThat(seen.get(1)).endsWith(" 0x8");
        assertThat(exit).isEqualTo(ContainerGate.NO_FILTER);
    }

    @Test
    void everyStepThatFailsEndsIt() {
        answers.put("unshare", -1L);
        assertThat(run(ContainerGate.Duty.SHARED_KERNEL, SOCKET))
                .containsExactly("unshare", "exit_group");
        assertThat(exit).isEqualTo(ContainerGate.NO_NAMESPACE);

        answers.put("read", 0L);
        assertThat(run(ContainerGate.Duty.OWN_KERNEL, TRACE))
                .containsExactly("write", "read", "exit_group");
        assertThat(exit).isEqualTo(ContainerGate.NO_WORD);

        answers.put("write", -9L);
        assertThat(run(ContainerGate.Duty.OWN_KERNEL, TRACE))
                .containsExactly("write", "exit_group");
        assertThat(exit).isEqualTo(ContainerGate.NO_WORD);
    }

    @Test
    void itSearchesAllPlacesAndSaysWhenThereIsNone() {
        answers.put("faccessat", -2L);

        assertThat(run(ContainerGate.Duty.OWN_KERNEL, TRACE))
                .containsExactly("write", "read", "faccessat", "faccessat", "exit_group");
        assertThat(seen).contains("look at /a/node", "look at /b/node");
        assertThat(exit).isEqualTo(ContainerGate.NO_PROGRAM);
    }

    @Test
    void aFileThatCannotBeExecutedIsPassedOver() {
        answers.put("execve", -8L);

        assertThat(run(ContainerGate.Duty.OWN_KERNEL, TRACE))
                .endsWith("faccessat", "execve", "faccessat", "execve", "exit_group");
        assertThat(exit).isEqualTo(ContainerGate.NO_PROGRAM);
    }

    @Test
    void thePauseEntersTheNetworkAndSleeps() {
        answers.put("openat", 5L);
        // Wakes up twice.
        List<String> calls = run(Pause.elf(Machine.AARCH64));
        assertThat(calls).containsExactly("openat", "setns", "ppoll", "ppoll", "ppoll");
        assertThat(seen).containsExactly("open /ns", "setns 5 0x40000000");

        answers.put("setns", -1L);
        assertThat(run(Pause.elf(Machine.AARCH64)))
                .containsExactly("openat", "setns", "exit_group");
        assertThat(exit).isEqualTo(1);
        answers.put("openat", -2L);
        assertThat(run(Pause.elf(Machine.AARCH64))).containsExactly("openat", "exit_group");
    }

    @Test
    void eachMachineGetsItsOwnFile() {
        byte[] x86 =
                ContainerGate.elf(
                        Machine.X86_64, PROGRAM, ContainerGate.Duty.SHARED_KERNEL, SOCKET);
        byte[] arm =
                ContainerGate.elf(
                        Machine.AARCH64, PROGRAM, ContainerGate.Duty.SHARED_KERNEL, SOCKET);

        assertThat(x86[18] & 0xFF).isEqualTo(62);
        assertThat(arm[18] & 0xFF).isEqualTo(183);
        assertThatThrownBy(() -> run(x86)).hasMessageContaining("no such instruction");
    }

    private List<String> run(ContainerGate.Duty duty, SandboxSpec.Listener listener) {
        return run(ContainerGate.elf(Machine.AARCH64, PROGRAM, duty, listener));
    }

    private List<String> run(byte[] elf) {
        seen.clear();
        exit = -1;
        return new ArmProcessor(elf, this::answer).run();
    }

    private @Nullable Long answer(ArmProcessor caller, String name) {
        switch (name) {
            case "unshare" -> seen.add("unshare 0x%x".formatted(caller.argument(0)));
            case "seccomp" -> seen.add(filter(caller));
            case "write" -> seen.add("listener " + caller.pushedAt(1));
            case "read" -> caller.pushedAt(1);
            case "prctl" -> {
                seen.add("drop " + caller.argument(1));
                // The last one that a kernel knows.
                return caller.argument(1) > 40 ? -22L : 0L;
            }
            case "faccessat" -> seen.add("look at " + caller.text(caller.argument(1)));
            case "openat" -> seen.add("open " + caller.text(caller.argument(1)));
            case "setns" ->
                    seen.add("setns %d 0x%x".formatted(caller.argument(0), caller.argument(1)));
            case "execve" -> {
                seen.add(
                        "execute %s %s %s"
                                .formatted(
                                        caller.text(caller.argument(0)),
                                        caller.texts(caller.argument(1)),
                                        caller.texts(caller.argument(2))));
                return answers.get(name);
            }
            case "ppoll" -> {
                return slept++ < 2 ? -4L : null;
            }
            case "exit_group" -> {
                exit = caller.argument(0);
                return null;
            }
            default -> throw new IllegalStateException("not expected: " + name);
        }
        return answers.getOrDefault(name, 0L);
    }

    /** The sum of the filter that the kernel is given, and the flags. */
    private static String filter(ArmProcessor caller) {
        var description =
                ByteBuffer.wrap(caller.bytes(caller.argument(2), 16))
                        .order(ByteOrder.LITTLE_ENDIAN);
        byte[] program = caller.bytes((int) description.getLong(8), description.getShort(0) * 8);
        return "filter %d 0x%x".formatted(Arrays.hashCode(program), caller.argument(1));
    }
}
