package io.mcpsf.sandbox.docker;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.Machine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@link MachineCode} is for x86-64, for arm64: as few instructions as the gate needs.
 * Arguments are in the registers from 0 on, the result of a call is in register 0, and register 19
 * is the one that no call changes.
 */
final class ArmCode {

    private static final int CALL_NUMBER = 8;
    private static final int KEPT = 19;

    private static final int SUPERVISOR_CALL = 0xD4000001;
    private static final int PUSH_RESULT = 0xF81F0FE0; // str x0, [sp, #-16]!
    private static final int STACK_TO_1 = 0x910003E1; // mov x1, sp
    private static final int COMPARE_RESULT_TO_1 = 0x7100041F; // cmp w0, #1
    private static final int KEPT_TO_1 = 0x2A1303E1; // mov w1, w19
    private static final int COUNT_KEPT = 0x11000673; // add w19, w19, #1
    private static final int NEXT_TO_1 = 0xF8408661; // ldr x1, [x19], #8
    private static final int LAST_TO_0 = 0xF85F8260; // ldur x0, [x19, #-8]

    private final CallNames calls = CallNames.of(Machine.AARCH64);
    private final StaticElf file = new StaticElf();
    private final ByteBuffer code =
            ByteBuffer.allocate(StaticElf.CODE_ROOM - StaticElf.HEADERS)
                    .order(ByteOrder.LITTLE_ENDIAN);
    private final Map<String, Integer> labels = new HashMap<>();
    private final List<Jump> jumps = new ArrayList<>();

    /** A jump: its bits without the distance, which has so many bits and begins at one of them. */
    private enum Kind {
        ALWAYS(0x14000000, 26, 0),
        RESULT_ZERO(0x34000000, 19, 5), // cbz w0
        RESULT_NOT_ZERO(0x35000000, 19, 5), // cbnz w0
        RESULT_NEGATIVE(0x37F80000, 14, 5), // tbnz w0, #31
        REGISTER_1_ZERO(0xB4000001, 19, 5), // cbz x1
        NOT_EQUAL(0x54000001, 19, 5); // b.ne

        private final int bits;
        private final int width;
        private final int shift;

        Kind(int bits, int width, int shift) {
            this.bits = bits;
            this.width = width;
            this.shift = shift;
        }

        int to(int words) {
            return bits | (words & ((1 << width) - 1)) << shift;
        }
    }

    private record Jump(int at, Kind kind, String label) {}

    StaticElf file() {
        return file;
    }

    /** A constant in a register, of 32 bits; the upper half of the register becomes zero. */
    ArmCode set(int register, int value) {
        word(0x52800000 | (value & 0xFFFF) << 5 | register); // movz
        int upper = value >>> 16;
        return upper == 0 ? this : word(0x72A00000 | upper << 5 | register); // movk, lsl #16
    }

    /** A system call with constant arguments. */
    ArmCode call(String name, int... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            set(i, arguments[i]);
        }
        return set(CALL_NUMBER, calls.number(name)).word(SUPERVISOR_CALL);
    }

    ArmCode exit(int status) {
        return call("exit_group", status);
    }

    ArmCode pushResult() {
        return word(PUSH_RESULT);
    }

    ArmCode stackToSecondArgument() {
        return word(STACK_TO_1);
    }

    ArmCode keep(int value) {
        return set(KEPT, value);
    }

    ArmCode keptToSecondArgument() {
        return word(KEPT_TO_1);
    }

    ArmCode countKept() {
        return word(COUNT_KEPT);
    }

    /** The pointer that the kept register points to, which then points to the next one. */
    ArmCode nextToSecondArgument() {
        return word(NEXT_TO_1);
    }

    /** The pointer that was taken last. */
    ArmCode lastToFirstArgument() {
        return word(LAST_TO_0);
    }

    ArmCode label(String name) {
        labels.put(name, code.position());
        return this;
    }

    ArmCode jump(String label) {
        return jump(Kind.ALWAYS, label);
    }

    ArmCode jumpIfZero(String label) {
        return jump(Kind.RESULT_ZERO, label);
    }

    ArmCode jumpUnlessZero(String label) {
        return jump(Kind.RESULT_NOT_ZERO, label);
    }

    ArmCode jumpIfNegative(String label) {
        return jump(Kind.RESULT_NEGATIVE, label);
    }

    ArmCode jumpUnlessOne(String label) {
        word(COMPARE_RESULT_TO_1);
        return jump(Kind.NOT_EQUAL, label);
    }

    ArmCode jumpWithoutSecondArgument(String label) {
        return jump(Kind.REGISTER_1_ZERO, label);
    }

    byte[] elf() {
        for (Jump jump : jumps) {
            Integer target = labels.get(jump.label());
            if (target == null) {
                throw new IllegalStateException("no label " + jump.label());
            }
            code.putInt(jump.at(), jump.kind().to((target - jump.at()) / 4));
        }
        return file.file(StaticElf.Target.AARCH64, Arrays.copyOf(code.array(), code.position()));
    }

    private ArmCode jump(Kind kind, String label) {
        jumps.add(new Jump(code.position(), kind, label));
        return word(0);
    }

    private ArmCode word(int instruction) {
        code.putInt(instruction);
        return this;
    }
}
