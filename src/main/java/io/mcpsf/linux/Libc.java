package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** The door to the C library: handles that capture errno, and the errno of the last call. */
final class Libc {

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final java.lang.foreign.AddressLayout POINTER = ValueLayout.ADDRESS;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout CAPTURED = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            CAPTURED.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private Libc() {}

    /** A handle whose first argument is the segment from {@link #capture} that receives errno. */
    static MethodHandle call(String name, FunctionDescriptor shape) {
        return link(name, shape, Linker.Option.captureCallState("errno"));
    }

    /** The same for a variadic function, with the index of its first variadic argument. */
    static MethodHandle variadic(String name, int first, FunctionDescriptor shape) {
        return link(
                name,
                shape,
                Linker.Option.captureCallState("errno"),
                Linker.Option.firstVariadicArg(first));
    }

    static MemorySegment capture(Arena arena) {
        return arena.allocate(CAPTURED);
    }

    static int errno(MemorySegment captured) {
        return (int) ERRNO.get(captured, 0L);
    }

    /** A native handle can only throw what we did wrong ourselves. */
    static IllegalStateException broken(String call, Throwable cause) {
        return new IllegalStateException("native call " + call, cause);
    }

    private static MethodHandle link(
            String name, FunctionDescriptor shape, Linker.Option... options) {
        MemorySegment symbol =
                LINKER.defaultLookup()
                        .find(name)
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "no " + name + " in the C library"));
        return LINKER.downcallHandle(symbol, shape, options);
    }
}
