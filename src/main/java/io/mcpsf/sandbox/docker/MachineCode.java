package io.mcpsf.sandbox.docker;

import io.mcpsf.linux.Machine;
import io.mcpsf.sandbox.ExecutorException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

    private static final int BASE = 0x400000;
    private static final int HEADERS = 64 + 56;

    /** Code lies here, data behind it: both are far smaller than their room. */
    private static final int CODE_ROOM = 1024;

    private static final int DATA = BASE + CODE_ROOM;

    private final ByteBuffer code = ByteBuffer.allocate(CODE_ROOM - HEADERS);
    private final Map<String, Integer> labels = new HashMap<>();
    private final List<Jump> jumps = new ArrayList<>();
    private final List<byte[]> data = new ArrayList<>();
    private int dataSize;

    private record Jump(int at, String label) {}

    MachineCode() {
        if (Machine.ours() != Machine.X86_64) {
            throw new ExecutorException(
                    "an engine's containers need x86_64, this is " + Machine.ours().label());
        }
        code.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Puts bytes into the data and returns their address. */
    int data(byte[] bytes) {
        int address = DATA + dataSize;
        data.add(bytes);
        int padding = -bytes.length & 7;
        data.add(new byte[padding]);
        dataSize += bytes.length + padding;
        return address;
    }

    /** A string as C has it. */
    int text(String text) {
        return data((text + "\0").getBytes(StandardCharsets.UTF_8));
    }

    /** Strings as C has them, in a vector that ends with a null pointer. */
    int vector(List<String> texts) {
        var pointers = ByteBuffer.allocate((texts.size() + 1) * 8).order(ByteOrder.LITTLE_ENDIAN);
        texts.forEach(text -> pointers.putLong(text(text)));
        return data(pointers.array());
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

    /** The executable: one segment, readable and executable, never writable. */
    byte[] elf() {
        for (Jump jump : jumps) {
            Integer target = labels.get(jump.label());
            if (target == null) {
                throw new IllegalStateException("no label " + jump.label());
            }
            code.putInt(jump.at(), target - (jump.at() + 4));
        }
        int size = CODE_ROOM + dataSize;
        var file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
        file.putShort((short) 2).putShort((short) 62).putInt(1);
        file.putLong(BASE + HEADERS).putLong(64).putLong(0).putInt(0);
        file.putShort((short) 64).putShort((short) 56).putShort((short) 1);
        file.putShort((short) 64).putShort((short) 0).putShort((short) 0);
        file.putInt(1).putInt(5).putLong(0).putLong(BASE).putLong(BASE);
        file.putLong(size).putLong(size).putLong(0x1000);
        file.put(code.array(), 0, code.position());
        file.position(CODE_ROOM);
        data.forEach(file::put);
        return file.array();
    }
}
