package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Folders laid over each other and shown read-only as one (overlayfs). A bind mount tells whoever
 * sees it where on the host its folder lies; this one tells the paths of its layers just as they
 * were written, so they are written relative to a folder that nobody else knows.
 */
public final class LayeredMount {

    /** CLONE_FS. */
    private static final int OWN_FOLDER = 0x200;

    private static final MethodHandle UNSHARE =
            Libc.call("unshare", FunctionDescriptor.of(Libc.INT, Libc.INT));
    private static final MethodHandle CHDIR =
            Libc.call("chdir", FunctionDescriptor.of(Libc.INT, Libc.POINTER));

    private static final MethodHandle MKNOD =
            Libc.call("mknod", FunctionDescriptor.of(Libc.INT, Libc.POINTER, Libc.INT, Libc.LONG));

    /** S_IFCHR. */
    private static final int CHARACTER_DEVICE = 0x2000;

    private LayeredMount() {}

    /**
     * Shows the layers, the first of them on top, at a place.
     *
     * @param from the folder that the layers' names are relative to
     * @throws ErrnoException when the kernel or a file system below cannot do it
     */
    public static void show(Path from, List<String> layers, Path at) throws InterruptedException {
        var task =
                new FutureTask<>(
                        () -> {
                            standIn(from);
                            Mounts.mount(
                                    "overlay",
                                    at,
                                    "overlay",
                                    Mounts.RDONLY | Mounts.NOSUID | Mounts.NODEV,
                                    "lowerdir=" + String.join(":", layers));
                            Mounts.mount("none", at, "none", Mounts.PRIVATE, "");
                            return true;
                        });
        // A thread that ends here: all others stay in the working folder of the process.
        Thread.ofPlatform().name("layers").daemon().start(task);
        try {
            var _ = task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ErrnoException errno) {
                throw errno;
            }
            throw new IllegalStateException("cannot mount an overlay at " + at, e.getCause());
        }
    }

    /** Makes what hides an entry of the same name in the layers below. */
    public static void whiteOut(Path entry) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = Libc.capture(arena);
            MemorySegment path = arena.allocateFrom(entry.toString());
            if ((int) MKNOD.invokeExact(captured, path, CHARACTER_DEVICE, 0L) != 0) {
                throw new ErrnoException("mknod " + entry, Libc.errno(captured));
            }
        } catch (ErrnoException e) {
            throw e;
        } catch (Throwable e) {
            throw Libc.broken("mknod", e);
        }
    }

    /** Gives this thread a working folder of its own. */
    private static void standIn(Path folder) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = Libc.capture(arena);
            if ((int) UNSHARE.invokeExact(captured, OWN_FOLDER) != 0) {
                throw new ErrnoException("unshare", Libc.errno(captured));
            }
            if ((int) CHDIR.invokeExact(captured, arena.allocateFrom(folder.toString())) != 0) {
                throw new ErrnoException("chdir " + folder, Libc.errno(captured));
            }
        } catch (ErrnoException e) {
            throw e;
        } catch (Throwable e) {
            throw Libc.broken("chdir", e);
        }
    }
}
