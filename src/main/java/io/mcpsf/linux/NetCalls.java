package io.mcpsf.linux;

import static io.mcpsf.linux.Libc.BYTE;
import static io.mcpsf.linux.Libc.INT;
import static io.mcpsf.linux.Libc.LONG;
import static io.mcpsf.linux.Libc.POINTER;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The socket and namespace calls of the C library, each throwing its errno. */
final class NetCalls {

    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int AF_PACKET = 17;
    static final int SOCK_STREAM = 1;
    static final int SOCK_DGRAM = 2;
    static final int SOCK_RAW = 3;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int SOL_SOCKET = 1;
    static final int SOL_IP = 0;
    static final int SOL_IPV6 = 41;
    static final short POLLIN = 1;

    private static final int O_CLOEXEC = 0x80000;
    private static final int CLONE_NEWNET = 0x40000000;

    private static final MethodHandle OPEN =
            Libc.variadic("open", 2, FunctionDescriptor.of(INT, POINTER, INT));
    private static final MethodHandle CLOSE = Libc.call("close", FunctionDescriptor.of(INT, INT));
    private static final MethodHandle SETNS =
            Libc.call("setns", FunctionDescriptor.of(INT, INT, INT));
    private static final MethodHandle SOCKET =
            Libc.call("socket", FunctionDescriptor.of(INT, INT, INT, INT));
    private static final MethodHandle BIND =
            Libc.call("bind", FunctionDescriptor.of(INT, INT, POINTER, INT));
    private static final MethodHandle SETSOCKOPT =
            Libc.call("setsockopt", FunctionDescriptor.of(INT, INT, INT, INT, POINTER, INT));
    private static final MethodHandle GETSOCKOPT =
            Libc.call("getsockopt", FunctionDescriptor.of(INT, INT, INT, INT, POINTER, POINTER));
    private static final MethodHandle GETSOCKNAME =
            Libc.call("getsockname", FunctionDescriptor.of(INT, INT, POINTER, POINTER));
    private static final MethodHandle RECVMSG =
            Libc.call("recvmsg", FunctionDescriptor.of(LONG, INT, POINTER, INT));
    private static final MethodHandle SENDMSG =
            Libc.call("sendmsg", FunctionDescriptor.of(LONG, INT, POINTER, INT));
    private static final MethodHandle POLL =
            Libc.call("poll", FunctionDescriptor.of(INT, POINTER, LONG, INT));
    private static final MethodHandle MMAP =
            Libc.call("mmap", FunctionDescriptor.of(LONG, LONG, LONG, INT, INT, INT, LONG));
    private static final MethodHandle MUNMAP =
            Libc.call("munmap", FunctionDescriptor.of(INT, LONG, LONG));
    private static final MethodHandle IF_NAMETOINDEX =
            Libc.call("if_nametoindex", FunctionDescriptor.of(INT, POINTER));

    private NetCalls() {}

    static void enterNetwork(String path) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = Libc.capture(arena);
            int fd = (int) OPEN.invokeExact(errno, arena.allocateFrom(path), O_CLOEXEC);
            check("open " + path, fd, errno);
            int result = (int) SETNS.invokeExact(errno, fd, CLONE_NEWNET);
            int why = Libc.errno(errno);
            close(fd);
            if (result < 0) {
                throw new ErrnoException("setns " + path, why);
            }
        } catch (Throwable t) {
            throw rethrow("setns", t);
        }
    }

    static int socket(int family, int type, int protocol) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = Libc.capture(arena);
            int fd = (int) SOCKET.invokeExact(errno, family, type | SOCK_CLOEXEC, protocol);
            return check("socket", fd, errno);
        } catch (Throwable t) {
            throw rethrow("socket", t);
        }
    }

    static void close(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            int ignored = (int) CLOSE.invokeExact(Libc.capture(arena), fd);
        } catch (Throwable t) {
            throw rethrow("close", t);
        }
    }

    static void bind(int fd, MemorySegment address) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = Libc.capture(arena);
            int result = (int) BIND.invokeExact(errno, fd, address, (int) address.byteSize());
            check("bind", result, errno);
        } catch (Throwable t) {
            throw rethrow("bind", t);
        }
    }

    static void setOption(int fd, int level, int option, int value) {
        try (Arena arena = Arena.ofConfined()) {
            setOption(fd, level, option, arena.allocateFrom(INT, value));
        }
    }

    static void setOption(int fd, int level, int option, MemorySegment value) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = Libc.capture(arena);
            int result =
                    (int)
                            SETSOCKOPT.invokeExact(
                                    errno, fd, level, option, value, (int) value.byteSize());
            check("setsockopt " + level + "/" + option, result, errno);
        } catch (Throwable t) {
            throw rethrow("setsockopt", t);
        }
    }

    static byte[] option(int fd, int level, int option, int size) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = Libc.capture(arena);
            MemorySegment value = arena.allocate(size, 8);
            MemorySegment length = arena.allocateFrom(INT, size);
            int result = (int) GETSOCKOPT.invokeExact(errno, fd, level, option, value, length);
            check("getsockopt " + level + "/" + option, result, errno);
            return value.toArray(BYTE);
        } catch (Throwable t) {
            throw rethrow("getsockopt", t);
        }
    }

    /** The port a socket is bound to, or -1 when it has none. */
    static int port(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = Libc.capture(arena);
            MemorySegment address = arena.allocate(128, 8);
            MemorySegment length = arena.allocateFrom(INT, 128);
            int result = (int) GETSOCKNAME.invokeExact(errno, fd, address, length);
            check("getsockname", result, errno);
            int family = Short.toUnsignedInt(address.get(Libc.SHORT, 0));
            return family == AF_INET || family == AF_INET6
                    ? Byte.toUnsignedInt(address.get(BYTE, 2)) << 8
                            | Byte.toUnsignedInt(address.get(BYTE, 3))
                    : -1;
        } catch (Throwable t) {
            throw rethrow("getsockname", t);
        }
    }

    static long receive(MemorySegment errno, int fd, MemorySegment message, int flags) {
        try {
            return (long) RECVMSG.invokeExact(errno, fd, message, flags);
        } catch (Throwable t) {
            throw rethrow("recvmsg", t);
        }
    }

    static long send(MemorySegment errno, int fd, MemorySegment message, int flags) {
        try {
            return (long) SENDMSG.invokeExact(errno, fd, message, flags);
        } catch (Throwable t) {
            throw rethrow("sendmsg", t);
        }
    }

    /**
     * Waits until the descriptor can be read; false when the time is over or it is woken up. {@code
     * pollfds} is scratch for two.
     */
    static boolean readable(
            MemorySegment errno, MemorySegment pollfds, int fd, WakeUp wakeUp, int millis) {
        pollfds.set(INT, 0, fd);
        pollfds.set(Libc.SHORT, 4, POLLIN);
        pollfds.set(Libc.SHORT, 6, (short) 0);
        pollfds.set(INT, 8, wakeUp.fd());
        pollfds.set(Libc.SHORT, 12, POLLIN);
        pollfds.set(Libc.SHORT, 14, (short) 0);
        try {
            return (int) POLL.invokeExact(errno, pollfds, 2L, millis) > 0
                    && pollfds.get(Libc.SHORT, 6) != 0;
        } catch (Throwable t) {
            throw rethrow("poll", t);
        }
    }

    /** Shared, readable and writable memory of a descriptor. */
    static MemorySegment map(int fd, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = Libc.capture(arena);
            long at = (long) MMAP.invokeExact(errno, 0L, bytes, 1 | 2, 1, fd, 0L);
            if (at == -1) {
                throw new ErrnoException("mmap", Libc.errno(errno));
            }
            return MemorySegment.ofAddress(at).reinterpret(bytes);
        } catch (Throwable t) {
            throw rethrow("mmap", t);
        }
    }

    static void unmap(MemorySegment memory) {
        try (Arena arena = Arena.ofConfined()) {
            int ignored =
                    (int)
                            MUNMAP.invokeExact(
                                    Libc.capture(arena), memory.address(), memory.byteSize());
        } catch (Throwable t) {
            throw rethrow("munmap", t);
        }
    }

    static int interfaceIndex(String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = Libc.capture(arena);
            int index = (int) IF_NAMETOINDEX.invokeExact(errno, arena.allocateFrom(name));
            if (index == 0) {
                throw new ErrnoException("if_nametoindex " + name, Libc.errno(errno));
            }
            return index;
        } catch (Throwable t) {
            throw rethrow("if_nametoindex", t);
        }
    }

    private static int check(String call, int result, MemorySegment errno) {
        if (result < 0) {
            throw new ErrnoException(call, Libc.errno(errno));
        }
        return result;
    }

    private static RuntimeException rethrow(String call, Throwable t) {
        return t instanceof ErrnoException known ? known : Libc.broken(call, t);
    }
}
