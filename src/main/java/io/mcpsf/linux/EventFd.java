package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A descriptor that one thread waits on and any thread can wake. */
public final class EventFd implements AutoCloseable {

    private static final int CLOEXEC = 0x80000;

    private final int fd;
    private boolean closed;

    public EventFd() {
        try (Arena arena = Arena.ofConfined()) {
            fd =
                    (int)
                            RawCalls.must(
                                    "eventfd",
                                    new RawCalls(arena).call(RawCalls.EVENTFD2, 0, CLOEXEC, 0));
        }
    }

    public int fd() {
        return fd;
    }

    /** Makes the descriptor readable, until it is cleared. */
    public synchronized void wake() {
        if (closed) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocate(8, 8);
            one.set(Libc.LONG, 0, 1);
            new RawCalls(arena).call(RawCalls.WRITE, fd, one.address(), 8);
        }
    }

    /** Takes the waking back, for the thread that was woken. */
    public void clear() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(8, 8);
            new RawCalls(arena).call(RawCalls.READ, fd, count.address(), 8);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try (Arena arena = Arena.ofConfined()) {
                new RawCalls(arena).call(RawCalls.CLOSE, fd);
            }
        }
    }
}
