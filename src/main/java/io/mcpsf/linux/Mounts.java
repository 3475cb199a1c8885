package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Mounting and unmounting, in our own mount namespace. */
public final class Mounts {

    private static final long RDONLY = 1;
    private static final long NOSUID = 2;
    private static final long NODEV = 4;
    private static final long REMOUNT = 32;
    private static final long BIND = 4096;
    private static final long REC = 16384;
    private static final long PRIVATE = 1L << 18;
    private static final int DETACH = 2;
    private static final int NOFOLLOW = 8;

    private static final MethodHandle MOUNT =
            Libc.call(
                    "mount",
                    FunctionDescriptor.of(
                            Libc.INT,
                            Libc.POINTER,
                            Libc.POINTER,
                            Libc.POINTER,
                            Libc.LONG,
                            Libc.POINTER));
    private static final MethodHandle UMOUNT2 =
            Libc.call("umount2", FunctionDescriptor.of(Libc.INT, Libc.POINTER, Libc.INT));

    private Mounts() {}

    /**
     * A file system in memory, without set-id bits and devices, that propagates to nobody. It is
     * bounded in bytes and in the number of files: an empty file costs kernel memory too.
     */
    public static void memory(Path at, long bytes, long files) {
        mount(
                "tmpfs",
                at,
                "tmpfs",
                NOSUID | NODEV,
                "mode=0711,size=%d,nr_inodes=%d".formatted(bytes, files));
        mount("none", at, "none", PRIVATE, "");
    }

    /** Shows a file or folder of the host read-only at a second place. */
    public static void show(Path host, Path at) {
        mount(host.toString(), at, "none", BIND | REC, "");
        mount("none", at, "none", PRIVATE | REC, "");
        mount("none", at, "none", BIND | REMOUNT | RDONLY | NOSUID | NODEV, "");
    }

    /** Takes a mount and all below it out of sight at once; it ends when nothing uses it. */
    public static boolean detach(Path at) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = Libc.capture(arena);
            int result =
                    (int)
                            UMOUNT2.invokeExact(
                                    captured, arena.allocateFrom(at.toString()), DETACH | NOFOLLOW);
            if (result == 0) {
                return true;
            }
            int errno = Libc.errno(captured);
            if (errno == Errno.EINVAL || errno == Errno.ENOENT) {
                return false; // Nothing is mounted there.
            }
            throw new ErrnoException("umount2 " + at, errno);
        } catch (ErrnoException e) {
            throw e;
        } catch (Throwable e) {
            throw Libc.broken("umount2", e);
        }
    }

    private static void mount(String source, Path at, String type, long flags, String options) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = Libc.capture(arena);
            int result =
                    (int)
                            MOUNT.invokeExact(
                                    captured,
                                    arena.allocateFrom(source),
                                    arena.allocateFrom(at.toString()),
                                    arena.allocateFrom(type),
                                    flags,
                                    arena.allocateFrom(options));
            if (result != 0) {
                throw new ErrnoException("mount " + type + " at " + at, Libc.errno(captured));
            }
        } catch (ErrnoException e) {
            throw e;
        } catch (Throwable e) {
            throw Libc.broken("mount", e);
        }
    }
}
