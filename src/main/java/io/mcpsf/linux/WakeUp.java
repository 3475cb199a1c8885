package io.mcpsf.linux;

import static io.mcpsf.linux.Libc.INT;
import static io.mcpsf.linux.Libc.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/** A descriptor whose only news is that a waiting thread shall look up. */
final class WakeUp implements AutoCloseable {

    private static final MethodHandle EVENTFD =
            Libc.call("eventfd", FunctionDescriptor.of(INT, INT, INT));
    private static final MethodHandle WRITE =
            Libc.call("eventfd_write", FunctionDescriptor.of(INT, INT, LONG));
    private static final int CLOEXEC_NONBLOCK = 0x80800;

    private final int fd;

    WakeUp() {
        try (Arena arena = Arena.ofConfined()) {
            var errno = Libc.capture(arena);
            fd = (int) EVENTFD.invokeExact(errno, 0, CLOEXEC_NONBLOCK);
            if (fd < 0) {
                throw new ErrnoException("eventfd", Libc.errno(errno));
            }
        } catch (ErrnoException e) {
            throw e;
        } catch (Throwable t) {
            throw Libc.broken("eventfd", t);
        }
    }

    int fd() {
        return fd;
    }

    void wake() {
        try (Arena arena = Arena.ofConfined()) {
            int ignored = (int) WRITE.invokeExact(Libc.capture(arena), fd, 1L);
        } catch (Throwable t) {
            throw Libc.broken("eventfd_write", t);
        }
    }

    @Override
    public void close() {
        NetCalls.close(fd);
    }
}
