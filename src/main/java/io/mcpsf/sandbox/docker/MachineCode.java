package io.mcpsf.sandbox.docker;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program for x86-64 Linux of a few dozen instructions, put together here so that it needs no
 * compiler and no library: system calls with constant arguments, a few jumps, and constant data.
 * {@link #elf} is the whole executable file.
 */
final class MachineCode {

    /** The registers that carry the arguments of a system call, in their order. */
    private static final List<byte[]> SET_ARGUMENT =
            List.of(
                    new byte[] {(byte) 0xBF},
                    new byte[] {(byte) 0xBE},
                    new byte[] {(byte) 0xBA},
                    new byte[] {0x41, (byte) 0xBA},
                    new byte[] {0x41, (byte) 0xB8});

    private final StaticElf file = new StaticElf();
    private final ByteBuffer code = ByteBuffer.allocate(StaticElf.CODE_ROOM - StaticElf.HEADERS);
    private final Map<String, Integer> labels = new HashMap<>();
    private final List<Jump> jumps = new ArrayList<>();

    private record Jump(int at, String label) {}

    MachineCode() {
        code.order(ByteOrder.LITTLE_ENDIAN);
    }

    StaticElf file() {
        return file;
    }

    /** A system call with constant arguments; its result is in eax. */
    MachineCode call(int number, int... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            code.put(SET_ARGUMENT.get(i)).putInt(arguments[i]);
        }
        return call(number);
    }

    /** A system call whose arguments are set already. */
    private MachineCode call(int number) {
        code.put((byte) 0xB8).putInt(number);
        return raw(0x0F, 0x05);
    }

    MachineCode raw(int... bytes) {
        for (int b : bytes) {
            code.put((byte) b);
        }
        return this;
    }

    /** An instruction that ends with a constant of four bytes. */
    MachineCode rawWith(int value, int... bytes) {
        raw(bytes);
        code.putInt(value);
        return this;
    }

    MachineCode label(String name) {
        labels.put(name, code.position());
        return this;
    }

    MachineCode jump(String label) {
        raw(0xE9);
        return to(label);
    }

    MachineCode jumpIfZero(String label) {
        raw(0x0F, 0x84);
        return to(label);
    }

    MachineCode jumpUnlessZero(String label) {
        raw(0x0F, 0x85);
        return to(label);
    }

    MachineCode jumpIfNegative(String label) {
        raw(0x0F, 0x88);
        return to(label);
    }

    /** Looks at the result of the last call. */
    MachineCode testResult() {
        return raw(0x85, 0xC0);
    }

    MachineCode exit(int status) {
        return call(231, status);
    }

    private MachineCode to(String label) {
        jumps.add(new Jump(code.position(), label));
        code.putInt(0);
        return this;
    }

    byte[] elf() {
        for (Jump jump : jumps) {
            Integer target = labels.get(jump.label());
            if (target == null) {
                throw new IllegalStateException("no label " + jump.label());
            }
            code.putInt(jump.at(), target - (jump.at() + 4));
        }
        return file.file(StaticElf.Target.X86_64, Arrays.copyOf(code.array(), code.position()));
    }
}
