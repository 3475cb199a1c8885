package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * System calls by their number on this machine. One instance for each thread: errno is captured
 * into memory that it owns.
 */
final class RawCalls {

    static final int READ = number("read");
    static final int WRITE = number("write");
    static final int CLOSE = number("close");
    static final int PPOLL = number("ppoll");
    static final int IOCTL = number("ioctl");
    static final int SOCKET = number("socket");
    static final int CONNECT = number("connect");
    static final int SENDTO = number("sendto");
    static final int RECVFROM = number("recvfrom");
    static final int SENDMSG = number("sendmsg");
    static final int RECVMSG = number("recvmsg");
    static final int BIND = number("bind");
    static final int LISTEN = number("listen");
    static final int GETSOCKOPT = number("getsockopt");
    static final int GETEUID = number("geteuid");
    static final int GETXATTR = number("getxattr");
    static final int GETDENTS64 = number("getdents64");
    static final int INOTIFY_ADD_WATCH = number("inotify_add_watch");
    static final int OPENAT = number("openat");
    static final int NEWFSTATAT = number("newfstatat");
    static final int READLINKAT = number("readlinkat");
    static final int ACCEPT4 = number("accept4");
    static final int EVENTFD2 = number("eventfd2");
    static final int INOTIFY_INIT1 = number("inotify_init1");
    static final int FANOTIFY_INIT = number("fanotify_init");
    static final int FANOTIFY_MARK = number("fanotify_mark");
    static final int PROCESS_VM_READV = number("process_vm_readv");
    static final int PIDFD_SEND_SIGNAL = number("pidfd_send_signal");
    static final int OPEN_TREE = number("open_tree");
    static final int MOVE_MOUNT = number("move_mount");
    static final int PIDFD_OPEN = number("pidfd_open");
    static final int OPENAT2 = number("openat2");
    static final int PIDFD_GETFD = number("pidfd_getfd");
    static final int MOUNT_SETATTR = number("mount_setattr");

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

    private static int number(String name) {
        return CallNames.ours().number(name);
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
