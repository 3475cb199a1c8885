package io.mcpsf.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Folders with all that is in them: deleted without following links. */
public final class Trees {

    private Trees() {}

    /**
     * Deletes a tree. A link is deleted, never followed; what is already gone is fine; folders
     * without write permission are opened up first. What is mounted from elsewhere is not entered.
     */
    public static void delete(Path tree) {
        try {
            Files.walkFileTree(tree, new Deleting(device(tree)));
        } catch (NoSuchFileException e) {
            return; // Gone already, which is what was wanted.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + tree, e);
        }
    }

    private static Object device(Path path) throws IOException {
        return Files.getAttribute(path, "unix:dev", LinkOption.NOFOLLOW_LINKS);
    }

    private static final class Deleting extends SimpleFileVisitor<Path> {

        private static final Set<PosixFilePermission> OPEN =
                Set.of(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.OWNER_EXECUTE);

        private final Object device;

        Deleting(Object device) {
            this.device = device;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                throws IOException {
            if (!device(folder).equals(device)) {
                throw new IOException("another file system is mounted at " + folder);
            }
            var permissions = Files.getPosixFilePermissions(folder);
            if (permissions.addAll(OPEN)) {
                Files.setPosixFilePermissions(folder, permissions);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(
                Path folder, @org.jspecify.annotations.Nullable IOException failure)
                throws IOException {
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException e) {
                // Somebody still writes into it: one more pass over what came meanwhile.
                try (var rest = Files.newDirectoryStream(folder)) {
                    for (Path late : rest) {
                        delete(late);
                    }
                }
                Files.deleteIfExists(folder);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
