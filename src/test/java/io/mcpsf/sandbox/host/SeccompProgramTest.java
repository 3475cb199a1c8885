package io.mcpsf.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.Errno;
import io.mcpsf.linux.Machine;
import io.mcpsf.sandbox.CallPolicy;
import io.mcpsf.sandbox.CallPolicy.Decision;
import io.mcpsf.sandbox.CallPolicy.Kind;
import io.mcpsf.sandbox.host.SeccompProgram.Instruction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** The program is run by a small interpreter and must give what the policy says. */
final class SeccompProgramTest {

    private static final int I386 = 0x40000003;
    private static final int ARM = 0x40000028;
    private static final int X32_BIT = 0x40000000;
    private static final int ALLOW = 0x7FFF0000;
    private static final int NOTIFY = 0x7FC00000;
    private static final int ERRNO = 0x00050000;

    @ParameterizedTest
    @EnumSource(Machine.class)
    void everyNumberGetsWhatThePolicySays(Machine machine) {
        var programs = new Programs(machine);
        var random = new Random(1);
        for (int number = 0; number < 600; number++) {
            for (int round = 0; round < 60; round++) {
                long[] arguments = random.longs(6).toArray();
                for (int i = 0; i < 6; i++) {
                    // Small values are where the conditions are.
                    arguments[i] = round % 3 == 0 ? arguments[i] : random.nextInt(40);
                }
                programs.agree(machine.audit(), number, arguments);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Machine.class)
    void conditionsOnArgumentsAreExact(Machine machine) {
        var programs = new Programs(machine);
        int clone = programs.number("clone");
        int socket = programs.number("socket");
        for (int bit = 0; bit < 64; bit++) {
            programs.agree(machine.audit(), clone, 1L << bit);
        }
        for (int family = 0; family < 50; family++) {
            for (int type = 0; type < 16; type++) {
                for (int protocol = 0; protocol < 20; protocol++) {
                    programs.agree(machine.audit(), socket, family, type | 0x80000, protocol);
                }
            }
        }
        assertThat(programs.supervised(socket, 2, 1, 0)).isEqualTo(ALLOW);
        assertThat(programs.supervised(socket, 2, 3, 0)).isEqualTo(NOTIFY);
        assertThat(programs.alone(socket, 2, 3, 0)).isEqualTo(ERRNO | Errno.EPERM);
        assertThat(programs.supervised(clone, 0x3d0f00)).isEqualTo(ALLOW);
        assertThat(programs.supervised(clone, 0x10000000)).isEqualTo(NOTIFY);
    }

    @ParameterizedTest
    @EnumSource(Machine.class)
    void foreignCallsAndUnknownNumbersAreSeenAndNeverAllowed(Machine machine) {
        var programs = new Programs(machine);
        Machine other = machine == Machine.X86_64 ? Machine.AARCH64 : Machine.X86_64;
        for (int number : new int[] {0, 5, 39, 63, 500, 100_000, -1, Integer.MIN_VALUE}) {
            for (int architecture : new int[] {I386, ARM, other.audit(), 0}) {
                assertThat(run(programs.supervised, architecture, number)).isEqualTo(NOTIFY);
                assertThat(run(programs.alone, architecture, number))
                        .isEqualTo(ERRNO | Errno.ENOSYS);
            }
            programs.agree(machine.audit(), number | X32_BIT);
        }
        assertThat(programs.supervised(X32_BIT | 39)).isEqualTo(NOTIFY);
        assertThat(programs.supervised(-1)).isEqualTo(NOTIFY);
        assertThat(programs.supervised(475)).isEqualTo(NOTIFY);
    }

    @ParameterizedTest
    @EnumSource(Machine.class)
    void plainAllowsLookAtTheNumberAlone(Machine machine) {
        var programs = new Programs(machine);
        for (String name : List.of("read", "write", "futex", "epoll_pwait", "mmap", "statx")) {
            assertThat(programs.supervised(programs.number(name))).isEqualTo(ALLOW);
        }
        assertThat(programs.supervised.size()).isLessThan(1000);
    }

    @ParameterizedTest
    @EnumSource(Machine.class)
    void everyCallOfTheKernelIsNamed(Machine machine) {
        assertThat(CallPolicy.of(machine).calls().values())
                .extracting(CallPolicy.Call::name)
                .containsExactlyInAnyOrderElementsOf(CallNames.of(machine).all());
    }

    @Test
    void aCallGetsTheSameOnEveryMachineThatHasIt() {
        assertThat(byName(Machine.AARCH64)).hasSizeGreaterThan(300);
        assertThat(byName(Machine.X86_64)).containsAllEntriesOf(byName(Machine.AARCH64));
    }

    private static Map<String, Object> byName(Machine machine) {
        return CallPolicy.of(machine).calls().values().stream()
                .collect(
                        Collectors.toMap(
                                CallPolicy.Call::name,
                                call -> List.of(call.clauses(), call.otherwise())));
    }

    @Test
    void theInterpreterCanFail() {
        var endless = List.of(new Instruction(0x99, 0, 0, 0));

        assertThatThrownBy(() -> run(endless, 0, 0)).isInstanceOf(IllegalStateException.class);
    }

    /** The policy of a machine and both programs made of it. */
    private static final class Programs {

        private final Machine machine;
        private final CallPolicy policy;
        private final List<Instruction> supervised;
        private final List<Instruction> alone;

        Programs(Machine machine) {
            this.machine = machine;
            this.policy = CallPolicy.of(machine);
            this.supervised = new SeccompProgram(policy, true).instructions();
            this.alone = new SeccompProgram(policy, false).instructions();
        }

        int number(String name) {
            return CallNames.of(machine).number(name);
        }

        int supervised(int number, long... arguments) {
            return run(supervised, machine.audit(), number, arguments);
        }

        int alone(int number, long... arguments) {
            return run(alone, machine.audit(), number, arguments);
        }

        void agree(int architecture, int number, long... arguments) {
            long[] all = Arrays.copyOf(arguments, 6);
            Decision decision = policy.decide(architecture, number, i -> all[i]);
            assertThat(run(supervised, architecture, number, all))
                    .as("%d %s", number, Arrays.toString(all))
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
