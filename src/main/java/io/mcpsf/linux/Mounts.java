package io.mcpsf.linux;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Mounting and unmounting, in our own mount namespace. */
public final class Mounts {

    static final long RDONLY = 1;
    static final long NOSUID = 2;
    static final long NODEV = 4;
    private static final long NOEXEC = 8;
    private static final long REMOUNT = 32;
    private static final long BIND = 4096;
    private static final long REC = 16384;
    static final long PRIVATE = 1L << 18;
    private static final int DETACH = 2;
    private static final int NOFOLLOW = 8;

    private static final int AT_FDCWD = -100;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int OPEN_TREE_CLONE = 1;
    private static final int CLOEXEC = 0x80000;
    private static final int MOVE_EMPTY_PATH = 4;
    private static final long ATTR_RDONLY = 1;
    private static final long ATTR_NOSUID = 2;
    private static final long ATTR_NODEV = 4;
    private static final long ATTR_IDMAP = 0x100000;

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

    /** Lets nothing on a mount be executed, nor mapped as code. */
    public static void noExecution(Path at, boolean writable) {
        long mode = BIND | REMOUNT | NOSUID | NODEV | NOEXEC | (writable ? 0 : RDONLY);
        mount("none", at, "none", mode, "");
    }

    /**
     * Mounts a file or folder of the host, without what is mounted below it, at a second place; ids
     * are mapped as the user namespace says, an empty path maps none.
     */
    public static void lend(Path host, Path at, boolean writable, Path userNamespace) {
        try (Arena arena = Arena.ofConfined()) {
            var raw = new RawCalls(arena);
            MemorySegment empty = arena.allocateFrom("");
            long tree =
                    RawCalls.must(
                            "open_tree " + host,
                            raw.call(
                                    RawCalls.OPEN_TREE,
                                    AT_FDCWD,
                                    arena.allocateFrom(host.toString()).address(),
                                    OPEN_TREE_CLONE | CLOEXEC));
            try {
                setAttributes(raw, arena, tree, writable, userNamespace);
                RawCalls.must(
                        "move_mount " + at,
                        raw.call(
                                RawCalls.MOVE_MOUNT,
                                tree,
                                empty.address(),
                                AT_FDCWD,
                                arena.allocateFrom(at.toString()).address(),
                                MOVE_EMPTY_PATH,
                                0));
            } finally {
                raw.call(RawCalls.CLOSE, tree);
            }
        }
        mount("none", at, "none", PRIVATE, "");
    }

    private static void setAttributes(
            RawCalls raw, Arena arena, long tree, boolean writable, Path userNamespace) {
        boolean mapped = !userNamespace.toString().isEmpty();
        long users =
                mapped
                        ? RawCalls.must(
                                "open " + userNamespace,
                                raw.call(
                                        RawCalls.OPENAT,
                                        AT_FDCWD,
                                        arena.allocateFrom(userNamespace.toString()).address(),
                                        CLOEXEC))
                        : 0;
        try {
            var attributes = new Struct(arena, 32);
            attributes.clear();
            attributes.put(
                    0,
                    ATTR_NOSUID
                            | ATTR_NODEV
                            | (writable ? 0 : ATTR_RDONLY)
                            | (mapped ? ATTR_IDMAP : 0));
            attributes.put(24, users);
            RawCalls.must(
                    "mount_setattr",
                    raw.call(
                            RawCalls.MOUNT_SETATTR,
                            tree,
                            arena.allocateFrom("").address(),
                            AT_EMPTY_PATH,
                            attributes.address(),
                            32,
                            0));
        } finally {
            if (mapped) {
                raw.call(RawCalls.CLOSE, users);
            }
        }
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

    /**
     * Detaches whatever is mounted below a folder, the latest first, also where several mounts lie
     * on one another; how many there were.
     */
    public static int detachBelow(Path folder) {
        int detached = 0;
        for (Path mount : below(folder).reversed()) {
            detached += detach(mount) ? 1 : 0;
        }
        return detached;
    }

    /** In the order of mounting. */
    private static List<Path> below(Path folder) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"), ISO_8859_1)) {
            return lines.map(line -> line.split(" ")[4])
                    // The kernel writes blanks and the like as octal numbers; our names have none.
                    .filter(at -> !at.contains("\\"))
                    .map(Path::of)
                    .filter(at -> at.startsWith(folder))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the list of mounts", e);
        }
    }

    static void mount(String source, Path at, String type, long flags, String options) {
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
