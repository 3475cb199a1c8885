package io.mcpsf.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** Who we are to the kernel, which user ids we may hand out, and giving files away. */
public final class Users {

    private static final MethodHandle GETEUID =
            Libc.call("geteuid", FunctionDescriptor.of(Libc.INT));
    private static final MethodHandle LCHOWN =
            Libc.call("lchown", FunctionDescriptor.of(Libc.INT, Libc.POINTER, Libc.INT, Libc.INT));

    private Users() {}

    public static int effective() {
        try (Arena arena = Arena.ofConfined()) {
            return (int) GETEUID.invokeExact(Libc.capture(arena));
        } catch (Throwable e) {
            throw Libc.broken("geteuid", e);
        }
    }

    /** Whether all ids of that range exist in our user namespace. */
    public static boolean mapped(long first, long count) {
        return List.of("uid_map", "gid_map").stream()
                .allMatch(map -> within(Path.of("/proc/self", map), first, count));
    }

    private static boolean within(Path map, long first, long count) {
        try {
            for (String line : Files.readAllLines(map)) {
                String[] fields = line.strip().split("\\s+");
                long inside = Long.parseLong(fields[0]);
                long size = Long.parseLong(fields[2]);
                if (inside <= first && first + count <= inside + size) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives one file, folder or link away; a link itself, never what it leads to. */
    public static void give(Path path, int user, int group) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = Libc.capture(arena);
            int result =
                    (int)
                            LCHOWN.invokeExact(
                                    captured, arena.allocateFrom(path.toString()), user, group);
            if (result != 0) {
                throw new ErrnoException("lchown " + path, Libc.errno(captured));
            }
        } catch (ErrnoException e) {
            throw e;
        } catch (Throwable e) {
            throw Libc.broken("lchown", e);
        }
    }

    /** Gives a whole tree away without following links. */
    public static void giveTree(Path tree, int user, int group) {
        try {
            Files.walkFileTree(
                    tree,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes attributes) {
                            give(folder, user, group);
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            give(file, user, group);
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
