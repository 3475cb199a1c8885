package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Word from the kernel that a file was opened, changed or removed, by whatever name it was reached.
 * Belongs to the thread that made it.
 */
public final class Inotify implements AutoCloseable {

    public static final int ACCESS = 0x1;
    public static final int MODIFY = 0x2;
    public static final int OPEN = 0x20;
    public static final int ATTRIB = 0x4;
    public static final int MOVED_FROM = 0x40;
    public static final int MOVED_TO = 0x80;
    public static final int CREATE = 0x100;
    public static final int DELETE = 0x200;
    public static final int IS_FOLDER = 0x40000000;
    public static final int DELETE_SELF = 0x400;
    public static final int MOVE_SELF = 0x800;

    /** Events were dropped because nobody read them in time. */
    public static final int OVERFLOW = 0x4000;

    private static final int CLOEXEC_NONBLOCK = 0x80000 | 0x800;
    private static final int HEAD = 16;

    private final Arena arena = Arena.ofConfined();
    private final RawCalls raw = new RawCalls(arena);
    private final MemorySegment buffer = arena.allocate(16 << 10, 8);
    private final int fd =
            (int) RawCalls.must("inotify_init", raw.call(RawCalls.INOTIFY_INIT1, CLOEXEC_NONBLOCK));

    /** Takes one event: the watch it belongs to, and what happened. */
    @FunctionalInterface
    public interface Receiver {
        void happened(int watch, int what);
    }

    /** Takes one event with the name it is about and the number that joins two halves of a move. */
    @FunctionalInterface
    public interface NamedReceiver {
        void happened(int watch, int what, int cookie, byte[] name);
    }

    public int fd() {
        return fd;
    }

    /** Watches the file behind one of our descriptors; the number of the watch. */
    public int watch(int descriptor, int what) {
        return watch(Path.of("/proc/self/fd/" + descriptor), what);
    }

    /** Watches a file of ours. */
    public int watch(Path file, int what) {
        byte[] path = (file + "\0").getBytes(StandardCharsets.UTF_8);
        MemorySegment.copy(path, 0, buffer, Libc.BYTE, 0, path.length);
        return (int)
                RawCalls.must(
                        "inotify_add_watch",
                        raw.call(RawCalls.INOTIFY_ADD_WATCH, fd, buffer.address(), what));
    }

    /** Hands over what has happened until now; never waits. */
    public void drain(Receiver receiver) {
        while (true) {
            long got = raw.call(RawCalls.READ, fd, buffer.address(), buffer.byteSize());
            if (got <= 0) {
                return;
            }
            long at = 0;
            while (at + HEAD <= got) {
                receiver.happened(buffer.get(Libc.INT, at), buffer.get(Libc.INT, at + 4));
                at += HEAD + Integer.toUnsignedLong(buffer.get(Libc.INT, at + 12));
            }
        }
    }

    /** The same with names, for watches of folders. */
    public void drainNamed(NamedReceiver receiver) {
        while (true) {
            long got = raw.call(RawCalls.READ, fd, buffer.address(), buffer.byteSize());
            if (got <= 0) {
                return;
            }
            // The receiver may add watches, and that uses the buffer.
            var events =
                    ByteBuffer.wrap(buffer.asSlice(0, got).toArray(Libc.BYTE))
                            .order(ByteOrder.nativeOrder());
            while (events.remaining() >= HEAD) {
                int watch = events.getInt();
                int what = events.getInt();
                int cookie = events.getInt();
                byte[] name = new byte[Math.min(events.getInt(), events.remaining())];
                events.get(name);
                int end = 0;
                while (end < name.length && name[end] != 0) {
                    end++;
                }
                receiver.happened(watch, what, cookie, Arrays.copyOf(name, end));
            }
        }
    }

    @Override
    public void close() {
        raw.call(RawCalls.CLOSE, fd);
        arena.close();
    }
}
