package io.mcpsf.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.Errno;
import io.mcpsf.linux.SeccompListener;
import io.mcpsf.sandbox.CallPolicy;
import io.mcpsf.sandbox.CallPolicy.Decision;
import io.mcpsf.sandbox.CallPolicy.Kind;
import io.mcpsf.sandbox.host.SeccompProgram.Instruction;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

/** The program is run by a small interpreter and must give what the policy says. */
final class SeccompProgramTest {

    private static final int X86 = SeccompListener.ARCH_X86_64;
    private static final int ALLOW = 0x7FFF0000;
    private static final int NOTIFY = 0x7FC00000;
    private static final int ERRNO = 0x00050000;

    private final CallPolicy policy = CallPolicy.usual();
    private final List<Instruction> supervised = new SeccompProgram(policy, true).instructions();
    private final List<Instruction> alone = new SeccompProgram(policy, false).instructions();

    @Test
    void everyNumberGetsWhatThePolicySays() {
        var random = new Random(1);
        for (int number = 0; number < 600; number++) {
            for (int round = 0; round < 60; round++) {
                long[] arguments = random.longs(6).toArray();
                for (int i = 0; i < 6; i++) {
                    // Small values are where the conditions are.
                    arguments[i] = round % 3 == 0 ? arguments[i] : random.nextInt(40);
                }
                agree(X86, number, arguments);
            }
        }
    }

    @Test
    void conditionsOnArgumentsAreExact() {
        int clone = number("clone");
        int socket = number("socket");
        for (int bit = 0; bit < 64; bit++) {
            agree(X86, clone, 1L << bit);
        }
        for (int family = 0; family < 50; family++) {
            for (int type = 0; type < 16; type++) {
                for (int protocol = 0; protocol < 20; protocol++) {
                    agree(X86, socket, family, type | 0x80000, protocol);
                }
            }
        }
        assertThat(run(supervised, X86, socket, 2, 1, 0)).isEqualTo(ALLOW);
        assertThat(run(supervised, X86, socket, 2, 3, 0)).isEqualTo(NOTIFY);
        assertThat(run(alone, X86, socket, 2, 3, 0)).isEqualTo(ERRNO | Errno.EPERM);
        assertThat(run(supervised, X86, clone, 0x3d0f00)).isEqualTo(ALLOW);
        assertThat(run(supervised, X86, clone, 0x10000000)).isEqualTo(NOTIFY);
    }

    @Test
    void foreignCallsAndUnknownNumbersAreSeenAndNeverAllowed() {
        for (int number : new int[] {0, 5, 39, 500, 100_000, -1, Integer.MIN_VALUE}) {
            assertThat(run(supervised, SeccompListener.ARCH_I386, number)).isEqualTo(NOTIFY);
            assertThat(run(alone, SeccompListener.ARCH_I386, number))
                    .isEqualTo(ERRNO | Errno.ENOSYS);
            assertThat(run(supervised, 0xC00000B7, number)).isEqualTo(NOTIFY);
            agree(X86, number | SeccompListener.X32_BIT);
        }
        assertThat(run(supervised, X86, SeccompListener.X32_BIT | 39)).isEqualTo(NOTIFY);
        assertThat(run(supervised, X86, -1)).isEqualTo(NOTIFY);
        assertThat(run(supervised, X86, 475)).isEqualTo(NOTIFY);
    }

    @Test
    void plainAllowsLookAtTheNumberAlone() {
        for (String name : List.of("read", "write", "futex", "epoll_wait", "mmap", "statx")) {
            assertThat(run(supervised, X86, number(name))).isEqualTo(ALLOW);
        }
        assertThat(supervised.size()).isLessThan(1000);
    }

    @Test
    void everyCallOfTheKernelIsNamed() {
        assertThat(policy.calls().values())
                .extracting(CallPolicy.Call::name)
                .containsExactlyInAnyOrderElementsOf(CallNames.x86().all());
    }

    @Test
    void theInterpreterCanFail() {
        var endless = List.of(new Instruction(0x99, 0, 0, 0));

        assertThatThrownBy(() -> run(endless, X86, 0)).isInstanceOf(IllegalStateException.class);
    }

    private void agree(int architecture, int number, long... arguments) {
        long[] all = java.util.Arrays.copyOf(arguments, 6);
        Decision decision = policy.decide(architecture, number, i -> all[i]);
        assertThat(run(supervised, architecture, number, all))
                .as("%d %s", number, java.util.Arrays.toString(all))
                .isEqualTo(
                        switch (decision.kind()) {
                            case ALLOW -> ALLOW;
                            case WATCH, DENY -> NOTIFY;
                        });
        assertThat(run(alone, architecture, number, all))
                .isEqualTo(
                        decision.kind() == Kind.ALLOW || decision.kind() == Kind.WATCH
                                ? ALLOW
                                : ERRNO | decision.errno());
    }

    private static int number(String name) {
        return CallNames.x86().number(name);
    }

    /** As much of classic BPF as a filter of system calls may use. */
    private static int run(
            List<Instruction> program, int architecture, int number, long... arguments) {
        int accumulator = 0;
        for (int at = 0; at < program.size(); at++) {
            Instruction i = program.get(at);
            switch (i.code()) {
                case 0x20 -> accumulator = load(i.value(), architecture, number, arguments);
                case 0x54 -> accumulator &= i.value();
                case 0x05 -> at += i.value();
                case 0x15 -> at += accumulator == i.value() ? i.yes() : i.no();
                case 0x35 ->
                        at +=
                                Integer.compareUnsigned(accumulator, i.value()) >= 0
                                        ? i.yes()
                                        : i.no();
                case 0x06 -> {
                    return i.value();
                }
                default -> throw new IllegalStateException("no such instruction: " + i);
            }
        }
        throw new IllegalStateException("fell off the end");
    }

    private static int load(int offset, int architecture, int number, long[] arguments) {
        if (offset == 0) {
            return number;
        }
        if (offset == 4) {
            return architecture;
        }
        int index = (offset - 16) / 8;
        long argument = index < arguments.length ? arguments[index] : 0;
        return (int) ((offset & 4) == 0 ? argument : argument >>> 32);
    }
}
