package io.mcpsf.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.function.Predicate;

/** The code of a program in its folder, file by file, without what it depends on. */
final class OwnCode {

    private static final int MOST_FILES = 100;
    private static final int MOST_BYTES = 256 << 10;

    private static final Set<String> OTHERS =
            Set.of("node_modules", "site-packages", ".venv", "venv", ".git", "test", "tests");

    private OwnCode() {}

    /** Hands out the text of each file until {@code more} says that it is enough. */
    static void read(Path folder, Predicate<String> more) {
        try {
            Files.walkFileTree(folder, new Reader(folder, more));
        } catch (IOException _) {
            // What can't be read tells nothing.
        }
    }

    private static final class Reader extends SimpleFileVisitor<Path> {

        private final Path folder;
        private final Predicate<String> more;
        private int files;

        private Reader(Path folder, Predicate<String> more) {
            this.folder = folder;
            this.more = more;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes) {
            boolean other = !at.equals(folder) && OTHERS.contains(String.valueOf(at.getFileName()));
            return other ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            String name = String.valueOf(file.getFileName());
            boolean enough = false;
            if (attributes.isRegularFile()
                    && attributes.size() <= MOST_BYTES
                    && name.matches(".*\\.(js|mjs|cjs|ts|py)")) {
                enough = !more.test(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
                files++;
            }
            return enough || files >= MOST_FILES
                    ? FileVisitResult.TERMINATE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException why) {
            return FileVisitResult.CONTINUE;
        }
    }
}
