package io.mcpsf.linux;

import java.lang.foreign.Arena;

/**
 * The supervisor's end of seccomp user notification: one call of one thread at a time is received,
 * looked at and answered. Belongs to the thread that made it, which must be a platform thread.
 */
public final class SeccompListener implements AutoCloseable {

    private static final long RECV = 0xC0502100L;
    private static final long SEND = 0xC0182101L;
    private static final long ID_VALID = 0x40082102L;
    private static final long SET_FLAGS = 0x40082104L;
    private static final long SYNC_WAKE_UP = 1;
    private static final int CONTINUE = 1;

    /** The sizes of both, which are part of the numbers above. */
    private static final int NOTICE = 0x50;

    private static final int ANSWER = 0x18;

    private final Arena arena = Arena.ofConfined();
    private final RawCalls raw = new RawCalls(arena);
    private final Struct notice = new Struct(arena, NOTICE);
    private final Struct answer = new Struct(arena, ANSWER);
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
        notice.clear();
        long result = raw.call(RawCalls.IOCTL, fd, RECV, notice.address());
        if (result == -Errno.ENOENT || result == -Errno.EINTR) {
            return false;
        }
        RawCalls.must("seccomp receive", result);
        return true;
    }

    /** The thread that calls, as we count; never the process. */
    public int thread() {
        return notice.intAt(8);
    }

    public int number() {
        return notice.intAt(16);
    }

    public int architecture() {
        return notice.intAt(20);
    }

    public long argument(int index) {
        return notice.longAt(32 + 8 * index);
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
        answer.clear();
        answer.put(0, notice.longAt(0));
        answer.put(16, error);
        answer.put(20, flags);
        long result = raw.call(RawCalls.IOCTL, fd, SEND, answer.address());
        // The caller died or was interrupted in between: there is nobody to answer.
        if (result == -Errno.ENOENT) {
            return false;
        }
        RawCalls.must("seccomp answer", result);
        return true;
    }
}
