package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The supervisor's end of seccomp user notification: one call of one thread at a time is received,
 * looked at and answered. Belongs to the thread that made it, which must be a platform thread.
 */
public final class SeccompListener implements AutoCloseable {

    /** The kernel's word for the architecture we run on. */
    public static final int ARCH_X86_64 = 0xC000003E;

    /** What a 32-bit call of an x86-64 process looks like. */
    public static final int ARCH_I386 = 0x40000003;

    /** Set in the number of an x32 call. */
    public static final int X32_BIT = 0x40000000;

    private static final long RECV = 0xC0502100L;
    private static final long SEND = 0xC0182101L;
    private static final long ID_VALID = 0x40082102L;
    private static final long SET_FLAGS = 0x40082104L;
    private static final long SYNC_WAKE_UP = 1;
    private static final int CONTINUE = 1;

    /** Larger than any size the kernel has reported for its structures so far. */
    private static final int ROOM = 256;

    private final Arena arena = Arena.ofConfined();
    private final RawCalls raw = new RawCalls(arena);
    private final MemorySegment notice = arena.allocate(ROOM, 8);
    private final MemorySegment answer = arena.allocate(ROOM, 8);
    private final int fd;
    private boolean closed;

    /** Takes over the descriptor that the runtime handed over. */
    public SeccompListener(int fd) {
        this.fd = fd;
        // Makes the supervisor run at once on the caller's cpu; kernels before 6.6 do not know it.
        raw.call(RawCalls.IOCTL, fd, SET_FLAGS, SYNC_WAKE_UP);
    }

    public int fd() {
        return fd;
    }

    /** Receives the next call. False when it was withdrawn, or nobody is left who could call. */
    public boolean receive() {
        notice.fill((byte) 0);
        long result = raw.call(RawCalls.IOCTL, fd, RECV, notice.address());
        if (result == -Errno.ENOENT || result == -Errno.EINTR) {
            return false;
        }
        RawCalls.must("seccomp receive", result);
        return true;
    }

    /** The thread that calls, as we count; never the process. */
    public int thread() {
        return notice.get(Libc.INT, 8);
    }

    public int number() {
        return notice.get(Libc.INT, 16);
    }

    public int architecture() {
        return notice.get(Libc.INT, 20);
    }

    public long argument(int index) {
        return notice.get(Libc.LONG, 32 + 8L * index);
    }

    /**
     * Whether the caller still waits. What was read of it before is its own only if this is true
     * afterwards.
     */
    public boolean stillWaits() {
        return raw.call(RawCalls.IOCTL, fd, ID_VALID, notice.address()) == 0;
    }

    /** Lets the kernel do the call. False when the caller waits no more. */
    public boolean proceed() {
        return send(0, CONTINUE);
    }

    /** Gives the caller an error instead. False when the caller waits no more. */
    public boolean refuse(int errno) {
        return send(-errno, 0);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            raw.call(RawCalls.CLOSE, fd);
            arena.close();
        }
    }

    private boolean send(int error, int flags) {
        answer.fill((byte) 0);
        answer.set(Libc.LONG, 0, notice.get(Libc.LONG, 0));
        answer.set(Libc.INT, 16, error);
        answer.set(Libc.INT, 20, flags);
        long result = raw.call(RawCalls.IOCTL, fd, SEND, answer.address());
        // The caller died or was interrupted in between: there is nobody to answer.
        if (result == -Errno.ENOENT) {
            return false;
        }
        RawCalls.must("seccomp answer", result);
        return true;
    }
}
