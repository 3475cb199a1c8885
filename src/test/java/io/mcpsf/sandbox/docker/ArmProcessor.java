package io.mcpsf.sandbox.docker;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.Machine;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** As much of arm64 as our own programs use. Whatever else stands in them fails. */
final class ArmProcessor {

    private static final int BASE = 0x400000;
    private static final long STACK = 0x7000_0000L;
    private static final int MOST_STEPS = 100_000;

    private final ByteBuffer image;
    private final long[] registers = new long[31];
    private final Kernel kernel;
    private final List<String> calls = new ArrayList<>();
    private long stack = STACK;
    private long pushed;
    private boolean equal;
    private boolean over;
    private int at;

    /** Answers calls; null ends the program there, as exit and a successful exec do. */
    interface Kernel {
        @Nullable Long answer(ArmProcessor caller, String name);
    }

    ArmProcessor(byte[] elf, Kernel kernel) {
        this.image = ByteBuffer.wrap(elf).order(ByteOrder.LITTLE_ENDIAN);
        this.kernel = kernel;
        this.at = (int) image.getLong(24) - BASE;
    }

    /** The names of all calls, in their order. */
    List<String> run() {
        for (int steps = 0; !over; steps++) {
            if (steps == MOST_STEPS) {
                throw new IllegalStateException("it does not end: " + calls.size() + " calls");
            }
            step(image.getInt(at));
        }
        return calls;
    }

    int argument(int index) {
        return (int) registers[index];
    }

    /** What the program put on its stack, if the register points there. */
    long pushedAt(int index) {
        if (registers[index] != stack) {
            throw new IllegalStateException("not the stack");
        }
        return pushed;
    }

    String text(long address) {
        var bytes = new ByteArrayOutputStream();
        for (int i = Math.toIntExact(address) - BASE; image.get(i) != 0; i++) {
            bytes.write(image.get(i));
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    List<String> texts(int vector) {
        List<String> all = new ArrayList<>();
        for (int i = vector - BASE; image.getLong(i) != 0; i += 8) {
            all.add(text(image.getLong(i)));
        }
        return all;
    }

    byte[] bytes(int address, int length) {
        byte[] bytes = new byte[length];
        image.get(address - BASE, bytes);
        return bytes;
    }

    private void step(int word) {
        int low = word & 31;
        int next = at + 4;
        if ((word & 0xFFE00000) == 0x52800000) { // movz w
            registers[low] = half(word);
        } else if ((word & 0xFFE00000) == 0x72A00000) { // movk w, lsl 16
            registers[low] = (registers[low] & 0xFFFF) | (half(word) << 16);
        } else if ((word & 0xFC000000) == 0x14000000) { // b
            next = at + distance(word, 26, 0);
        } else if ((word & 0xFF000000) == 0x34000000) { // cbz w
            next = argument(low) == 0 ? at + distance(word, 19, 5) : next;
        } else if ((word & 0xFF000000) == 0x35000000) { // cbnz w
            next = argument(low) != 0 ? at + distance(word, 19, 5) : next;
        } else if ((word & 0xFF000000) == 0xB4000000) { // cbz x
            next = registers[low] == 0 ? at + distance(word, 19, 5) : next;
        } else if ((word & 0xFFF80000) == 0x37F80000) { // tbnz w, 31
            next = argument(low) < 0 ? at + distance(word, 14, 5) : next;
        } else if ((word & 0xFF00001F) == 0x54000001) { // b.ne
            next = equal ? next : at + distance(word, 19, 5);
        } else {
            plain(word);
        }
        at = next;
    }

    private void plain(int word) {
        switch (word) {
            case 0xD4000001 -> call();
            case 0xF81F0FE0 -> { // str x0, [sp, -16]!
                stack -= 16;
                pushed = registers[0];
            }
            case 0x910003E1 -> registers[1] = stack; // mov x1, sp
            case 0x7100041F -> equal = argument(0) == 1; // cmp w0, 1
            case 0x2A1303E1 -> registers[1] = registers[19] & 0xFFFFFFFFL; // mov w1, w19
            case 0x11000673 -> registers[19] = registers[19] + 1 & 0xFFFFFFFFL; // add w19, 1
            case 0xF8408661 -> { // ldr x1, [x19], 8
                registers[1] = image.getLong(argument(19) - BASE);
                registers[19] += 8;
            }
            case 0xF85F8260 -> registers[0] = image.getLong(argument(19) - 8 - BASE);
            default -> throw new IllegalStateException("no such instruction: %08x".formatted(word));
        }
    }

    private void call() {
        String name = CallNames.of(Machine.AARCH64).name(argument(8));
        calls.add(name);
        Long result = kernel.answer(this, name);
        if (result == null) {
            over = true;
        } else {
            registers[0] = result;
        }
    }

    private static long half(int word) {
        return (word >>> 5) & 0xFFFFL;
    }

    private static int distance(int word, int bits, int shift) {
        int unused = 32 - bits;
        return ((word >> shift) << unused >> unused) * 4;
    }
}
