package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A structure of the kernel's, read and written at offsets. Through a buffer: the first compiler,
 * which is all that a usual assessment has, goes a long way for every access to a segment.
 */
final class Struct {

    private final MemorySegment segment;
    private final ByteBuffer bytes;

    Struct(Arena arena, int size) {
        segment = arena.allocate(size, 8);
        bytes = segment.asByteBuffer().order(ByteOrder.nativeOrder());
    }

    long address() {
        return segment.address();
    }

    /** All of it; its size is a multiple of eight. */
    void clear() {
        for (int at = 0; at < bytes.capacity(); at += Long.BYTES) {
            bytes.putLong(at, 0);
        }
    }

    short shortAt(int offset) {
        return bytes.getShort(offset);
    }

    int intAt(int offset) {
        return bytes.getInt(offset);
    }

    long longAt(int offset) {
        return bytes.getLong(offset);
    }

    void put(int offset, short value) {
        bytes.putShort(offset, value);
    }

    void put(int offset, int value) {
        bytes.putInt(offset, value);
    }

    void put(int offset, long value) {
        bytes.putLong(offset, value);
    }
}
