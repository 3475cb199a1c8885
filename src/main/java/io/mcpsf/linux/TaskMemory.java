package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The memory of another process, read without stopping it. Everything read is hostile and may have
 * changed a moment later. Belongs to the thread that made it.
 */
public final class TaskMemory implements AutoCloseable {

    private static final int PAGE = 4096;

    /** One read is never larger than this. */
    public static final int MOST = 64 << 10;

    private static final int FIRST = 256;

    private final Arena arena = Arena.ofConfined();
    private final RawCalls raw = new RawCalls(arena);
    private final MemorySegment local = arena.allocate(MOST, 8);
    private final Struct here = new Struct(arena, 16);
    private final Struct there = new Struct(arena, 16 * (MOST / PAGE + 2));

    /**
     * The bytes at an address, at most {@code length} of them: fewer when memory ends there.
     *
     * @throws ErrnoException when not even the first byte can be read
     */
    public byte[] read(int thread, long address, int length) {
        int got = fetch(thread, address, Math.min(length, MOST));
        byte[] bytes = new byte[got];
        MemorySegment.copy(local, Libc.BYTE, 0, bytes, 0, got);
        return bytes;
    }

    /**
     * A zero-terminated string without its end, at most {@code most} bytes: exactly that many when
     * it may be longer.
     *
     * @throws ErrnoException when memory ends before the string does
     */
    public byte[] string(int thread, long address, int most) {
        byte[] text = new byte[0];
        int want = Math.min(most, FIRST);
        while (true) {
            int got = fetch(thread, address + text.length, want);
            int old = text.length;
            text = Arrays.copyOf(text, old + got);
            MemorySegment.copy(local, Libc.BYTE, 0, text, old, got);
            int end = 0;
            while (end < got && text[old + end] != 0) {
                end++;
            }
            text = end < got ? Arrays.copyOf(text, old + end) : text;
            if (end < got || text.length >= most) {
                return text;
            }
            want = Math.min(most - text.length, MOST);
        }
    }

    /** A 64-bit word. */
    public long word(int thread, long address) {
        if (fetch(thread, address, 8) < 8) {
            throw new ErrnoException("process_vm_readv", Errno.EFAULT);
        }
        return local.get(Libc.LONG, 0);
    }

    /** Reads something of this process itself: an address that is there. */
    public byte[] own() {
        return string((int) ProcessHandle.current().pid(), here.address(), 1);
    }

    @Override
    public void close() {
        arena.close();
    }

    /** Split at page borders, because a read stops only between the pieces it is given. */
    private int fetch(int thread, long address, int length) {
        if (length == 0) {
            return 0;
        }
        here.put(0, local.address());
        here.put(8, (long) length);
        int pieces = 0;
        long at = address;
        long left = length;
        while (left > 0) {
            long piece = Math.min(left, PAGE - (at & (PAGE - 1)));
            there.put(pieces * 16, at);
            there.put(pieces * 16 + 8, piece);
            at += piece;
            left -= piece;
            pieces++;
        }
        long got =
                raw.call(
                        RawCalls.PROCESS_VM_READV,
                        thread,
                        here.address(),
                        1,
                        there.address(),
                        pieces,
                        0);
        return (int) RawCalls.must("process_vm_readv", got);
    }
}
