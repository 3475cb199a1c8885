package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * System calls by their x86-64 number. One instance for each thread: errno is captured into memory
 * that it owns.
 */
final class RawCalls {

    static final int READ = 0;
    static final int WRITE = 1;
    static final int CLOSE = 3;
    static final int POLL = 7;
    static final int IOCTL = 16;
    static final int SOCKET = 41;
    static final int CONNECT = 42;
    static final int SENDTO = 44;
    static final int RECVFROM = 45;
    static final int SENDMSG = 46;
    static final int RECVMSG = 47;
    static final int BIND = 49;
    static final int LISTEN = 50;
    static final int GETSOCKOPT = 55;
    static final int GETEUID = 107;
    static final int GETXATTR = 191;
    static final int GETDENTS64 = 217;
    static final int INOTIFY_ADD_WATCH = 254;
    static final int OPENAT = 257;
    static final int NEWFSTATAT = 262;
    static final int READLINKAT = 267;
    static final int ACCEPT4 = 288;
    static final int EVENTFD2 = 290;
    static final int INOTIFY_INIT1 = 294;
    static final int FANOTIFY_INIT = 300;
    static final int FANOTIFY_MARK = 301;
    static final int PROCESS_VM_READV = 310;
    static final int PIDFD_SEND_SIGNAL = 424;
    static final int OPEN_TREE = 428;
    static final int MOVE_MOUNT = 429;
    static final int PIDFD_OPEN = 434;
    static final int OPENAT2 = 437;
    static final int PIDFD_GETFD = 438;
    static final int MOUNT_SETATTR = 442;

    private static final MethodHandle SYSCALL =
            Libc.variadic(
                    "syscall",
                    1,
                    FunctionDescriptor.of(
                            Libc.LONG, Libc.LONG, Libc.LONG, Libc.LONG, Libc.LONG, Libc.LONG,
                            Libc.LONG, Libc.LONG));

    private final MemorySegment captured;

    RawCalls(Arena arena) {
        captured = Libc.capture(arena);
    }

    /** The result of the call, or the negated errno. */
    long call(int number, long a, long b, long c, long d, long e, long f) {
        try {
            long result = (long) SYSCALL.invokeExact(captured, (long) number, a, b, c, d, e, f);
            return result == -1 ? -Libc.errno(captured) : result;
        } catch (Throwable t) {
            throw Libc.broken("syscall " + number, t);
        }
    }

    long call(int number, long a, long b, long c, long d) {
        return call(number, a, b, c, d, 0, 0);
    }

    long call(int number, long a, long b, long c) {
        return call(number, a, b, c, 0, 0, 0);
    }

    long call(int number, long a) {
        return call(number, a, 0, 0, 0, 0, 0);
    }

    /** The result, or an {@link ErrnoException} that names the call. */
    static long must(String name, long result) {
        if (result < 0) {
            throw new ErrnoException(name, (int) -result);
        }
        return result;
    }
}
