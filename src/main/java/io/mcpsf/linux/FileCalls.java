package io.mcpsf.linux;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Looking at files by descriptor and raw path bytes, without opening their content. Results are
 * negated errnos where they are negative. Belongs to the thread that made it.
 */
public final class FileCalls implements AutoCloseable {

    /** Stands for the current folder where a folder's descriptor is asked for. */
    public static final int AT_FDCWD = -100;

    public static final int O_PATH = 0x200000;
    public static final int O_DIRECTORY = Machine.ours().directory();
    public static final int O_NOFOLLOW = Machine.ours().noFollow();

    public static final int O_NONBLOCK = 0x800;

    private static final byte[] DOT = {'.'};
    private static final byte[] DOT_DOT = {'.', '.'};
    private static final int O_CLOEXEC = 0x80000;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final long RESOLVE_NO_SYMLINKS = 0x04;
    private static final long RESOLVE_BENEATH = 0x08;
    private static final long RESOLVE_IN_ROOT = 0x10;

    /** The longest path the kernel takes, with its end. */
    public static final int PATH_MAX = 4096;

    private final Arena arena = Arena.ofConfined();
    private final RawCalls raw = new RawCalls(arena);
    private final MemorySegment path = arena.allocate(PATH_MAX + 8, 8);
    private final MemorySegment name = arena.allocate(64, 8);
    private final MemorySegment buffer = arena.allocate(PATH_MAX * 2, 8);
    private final Struct how = new Struct(arena, 24);
    private final Struct stat = new Struct(arena, 256);
    private final MemorySegment large = arena.allocate(64 << 10, 8);

    /** What a descriptor or path leads to, as far as identity goes. */
    public record Stat(
            long device, long inode, long links, int mode, long size, long changedNanos) {

        private static final int S_IFMT = 0xF000;

        public boolean folder() {
            return (mode & S_IFMT) == 0x4000;
        }

        public boolean link() {
            return (mode & S_IFMT) == 0xA000;
        }

        public boolean regular() {
            return (mode & S_IFMT) == 0x8000;
        }

        public boolean executable() {
            return (mode & 0x49) != 0;
        }
    }

    public int open(int folder, byte[] at, int flags) {
        if (!put(at)) {
            return -Errno.ENAMETOOLONG;
        }
        return (int) raw.call(RawCalls.OPENAT, folder, path.address(), (long) flags | O_CLOEXEC, 0);
    }

    /** Opens below a folder that is the root of everything, for links and dots as well. */
    public int openInRoot(int root, byte[] at, int flags) {
        if (!put(at)) {
            return -Errno.ENAMETOOLONG;
        }
        return resolved(root, flags, RESOLVE_IN_ROOT);
    }

    /** Opens below a folder, without following any link and without leaving it. */
    public int openBelow(int folder, byte[] at, int flags) {
        if (!put(at)) {
            return -Errno.ENAMETOOLONG;
        }
        return resolved(folder, flags, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
    }

    /** The same for an absolute path, seen from a root. */
    public int openInRootWithoutLinks(int root, byte[] at, int flags) {
        if (!put(at)) {
            return -Errno.ENAMETOOLONG;
        }
        return resolved(root, flags, RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS);
    }

    /** The text of a link, or nothing when there is none to read. */
    public byte[] readLink(int folder, byte[] at) {
        if (!put(at)) {
            return new byte[0];
        }
        long got =
                raw.call(
                        RawCalls.READLINKAT,
                        folder,
                        path.address(),
                        buffer.address(),
                        buffer.byteSize());
        return bytes(got);
    }

    /** The identity of an open descriptor. */
    public Stat stat(int fd) {
        path.set(Libc.BYTE, 0, (byte) 0);
        RawCalls.must("fstat", statInto(fd, AT_EMPTY_PATH));
        return stat();
    }

    /** Whether a name exists in a folder, itself, whatever it leads to. */
    public boolean exists(int folder, byte[] at) {
        return put(at) && statInto(folder, AT_SYMLINK_NOFOLLOW) == 0;
    }

    /** The content of a small file that the kernel makes, such as in /proc; nothing without one. */
    public byte[] small(int folder, byte[] at) {
        int fd = open(folder, at, 0);
        if (fd < 0) {
            return new byte[0];
        }
        try {
            return bytes(raw.call(RawCalls.READ, fd, buffer.address(), buffer.byteSize()));
        } finally {
            close(fd);
        }
    }

    /** The next bytes of an open file, as many as fit; 0 at its end. */
    public int read(int fd, byte[] into) {
        long most = Math.min(into.length, large.byteSize());
        long got = RawCalls.must("read", raw.call(RawCalls.READ, fd, large.address(), most));
        MemorySegment.copy(large, Libc.BYTE, 0, into, 0, (int) got);
        return (int) got;
    }

    /** The names in an open folder, without the two that are in every folder. */
    public List<byte[]> names(int fd) {
        List<byte[]> names = new ArrayList<>();
        while (true) {
            long got =
                    RawCalls.must(
                            "getdents",
                            raw.call(RawCalls.GETDENTS64, fd, large.address(), large.byteSize()));
            if (got == 0) {
                return names;
            }
            for (long at = 0; at < got; at += Short.toUnsignedInt(large.get(Libc.SHORT, at + 16))) {
                byte[] entry = large.getString(at + 19, ISO_8859_1).getBytes(ISO_8859_1);
                if (!Arrays.equals(entry, DOT) && !Arrays.equals(entry, DOT_DOT)) {
                    names.add(entry);
                }
            }
        }
    }

    /** An extended attribute of what a path leads to, or nothing. */
    public byte[] attribute(byte[] at, byte[] attribute) {
        if (!put(at)) {
            return new byte[0];
        }
        MemorySegment.copy(attribute, 0, name, Libc.BYTE, 0, attribute.length);
        name.set(Libc.BYTE, attribute.length, (byte) 0);
        return bytes(
                raw.call(
                        RawCalls.GETXATTR,
                        path.address(),
                        name.address(),
                        buffer.address(),
                        buffer.byteSize()));
    }

    public void close(int fd) {
        raw.call(RawCalls.CLOSE, fd);
    }

    @Override
    public void close() {
        arena.close();
    }

    private int resolved(int folder, int flags, long resolve) {
        how.put(0, (long) flags | O_CLOEXEC);
        how.put(8, 0L);
        how.put(16, resolve);
        return (int) raw.call(RawCalls.OPENAT2, folder, path.address(), how.address(), 24);
    }

    private int statInto(int folder, int flags) {
        return (int) raw.call(RawCalls.NEWFSTATAT, folder, path.address(), stat.address(), flags);
    }

    private Stat stat() {
        boolean x86 = Machine.ours() == Machine.X86_64;
        return new Stat(
                stat.longAt(0),
                stat.longAt(8),
                x86 ? stat.longAt(16) : stat.intAt(20),
                stat.intAt(x86 ? 24 : 16),
                stat.longAt(48),
                stat.longAt(104) * 1_000_000_000L + stat.longAt(112));
    }

    private boolean put(byte[] at) {
        if (at.length >= PATH_MAX) {
            return false;
        }
        MemorySegment.copy(at, 0, path, Libc.BYTE, 0, at.length);
        path.set(Libc.BYTE, at.length, (byte) 0);
        return true;
    }

    private byte[] bytes(long got) {
        if (got <= 0) {
            return new byte[0];
        }
        byte[] bytes = new byte[(int) got];
        MemorySegment.copy(buffer, Libc.BYTE, 0, bytes, 0, bytes.length);
        return bytes;
    }
}
