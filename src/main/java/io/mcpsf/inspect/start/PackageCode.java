package io.mcpsf.inspect.start;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Reads a package's own code, without what it depends on, and no more than a cap. */
final class PackageCode {

    private static final int MOST_FILES = 1000;
    private static final int LARGEST = 3 << 20;
    private static final long MOST_BYTES = 24L << 20;
    private static final int DEEPEST = 12;

    /** Dependencies, and code that is not run by a user. */
    private static final Set<String> ELSEWHERE =
            Set.of(
                    "node_modules",
                    ".git",
                    ".venv",
                    "venv",
                    "site-packages",
                    "test",
                    "tests",
                    "__tests__",
                    "__pycache__",
                    "vendor",
                    "vendored",
                    "third_party");

    private PackageCode() {}

    /** Hands every file of code to a reader, as its path and its text. */
    static void read(List<Path> places, BiConsumer<Path, String> reader) {
        var walk = new Walk(reader);
        for (Path place : places) {
            try {
                Files.walkFileTree(place, Set.of(), DEEPEST, walk);
            } catch (IOException e) {
                // What cannot be read gives no clue.
            }
        }
    }

    private static final class Walk extends SimpleFileVisitor<Path> {
        private final BiConsumer<Path, String> reader;
        private int files;
        private long bytes;

        Walk(BiConsumer<Path, String> reader) {
            this.reader = reader;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            Path name = folder.getFileName();
            return name != null && ELSEWHERE.contains(name.toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            String name = file.getFileName().toString();
            if (attributes.isRegularFile()
                    && attributes.size() <= LARGEST
                    && name.matches(".*\\.(js|mjs|cjs|ts|mts|py)")
                    && !name.endsWith(".d.ts")) {
                files++;
                bytes += attributes.size();
                if (files > MOST_FILES || bytes > MOST_BYTES) {
                    return FileVisitResult.TERMINATE;
                }
                try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                    reader.accept(file, new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8));
                }
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }
}
