package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * Word from the kernel that a file was opened, read or changed, and by which process. Only the
 * administrator is told about others. Belongs to the thread that made it.
 */
public final class Fanotify implements AutoCloseable {

    public static final int ACCESS = 0x1;
    public static final int MODIFY = 0x2;
    public static final int OPEN = 0x20;

    private static final int CLOEXEC_NONBLOCK = 0x1 | 0x2;
    private static final int LARGEFILE_NOATIME_CLOEXEC = 0x8000 | 0x40000 | 0x80000;
    private static final int MARK_ADD = 0x1;
    private static final int AT_FDCWD = -100;
    private static final int HEAD = 24;

    private final Arena arena = Arena.ofConfined();
    private final RawCalls raw = new RawCalls(arena);
    private final MemorySegment buffer = arena.allocate(16 << 10, 8);
    private final int fd =
            (int) raw.call(RawCalls.FANOTIFY_INIT, CLOEXEC_NONBLOCK, LARGEFILE_NOATIME_CLOEXEC, 0);

    /** Takes one event: a descriptor of the file, valid until it returns, and who did what. */
    @FunctionalInterface
    public interface Receiver {
        void happened(int file, int process, int what);
    }

    /** Whether the kernel tells us anything. */
    public boolean works() {
        return fd >= 0;
    }

    /** What to wait for; negative when it does not work. */
    public int fd() {
        return fd;
    }

    /** Watches the file behind one of our descriptors; false when the kernel does not want to. */
    public boolean watch(int descriptor, int what) {
        byte[] path = ("/proc/self/fd/" + descriptor + "\0").getBytes(StandardCharsets.US_ASCII);
        MemorySegment.copy(path, 0, buffer, Libc.BYTE, 0, path.length);
        return fd >= 0
                && raw.call(
                                RawCalls.FANOTIFY_MARK,
                                fd,
                                MARK_ADD,
                                what,
                                AT_FDCWD,
                                buffer.address(),
                                0)
                        == 0;
    }

    /** Hands over what has happened until now; never waits. */
    public void drain(Receiver receiver) {
        while (fd >= 0) {
            long got = raw.call(RawCalls.READ, fd, buffer.address(), buffer.byteSize());
            if (got < HEAD) {
                return;
            }
            for (long at = 0; at + HEAD <= got; at += Math.max(HEAD, buffer.get(Libc.INT, at))) {
                int file = buffer.get(Libc.INT, at + 16);
                if (file >= 0) {
                    try {
                        receiver.happened(
                                file,
                                buffer.get(Libc.INT, at + 20),
                                (int) buffer.get(Libc.LONG, at + 8));
                    } finally {
                        raw.call(RawCalls.CLOSE, file);
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        if (fd >= 0) {
            raw.call(RawCalls.CLOSE, fd);
        }
        arena.close();
    }
}
