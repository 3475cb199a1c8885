package io.mcpsf.linux;

import java.lang.foreign.Arena;

/** A process held by descriptor, so that a signal can never hit another one with the same id. */
public final class PidFd implements AutoCloseable {

    private static final int SIGKILL = 9;

    private final int fd;
    private boolean closed;

    public PidFd(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            fd =
                    (int)
                            RawCalls.must(
                                    "pidfd_open",
                                    new RawCalls(arena).call(RawCalls.PIDFD_OPEN, pid, 0, 0));
        }
    }

    public synchronized void kill() {
        if (!closed) {
            try (Arena arena = Arena.ofConfined()) {
                new RawCalls(arena).call(RawCalls.PIDFD_SEND_SIGNAL, fd, SIGKILL, 0, 0);
            }
        }
    }

    /** A descriptor of ours for what the process has open under that number. */
    public synchronized int take(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            return (int)
                    RawCalls.must(
                            "pidfd_getfd",
                            new RawCalls(arena).call(RawCalls.PIDFD_GETFD, fd, descriptor, 0));
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
