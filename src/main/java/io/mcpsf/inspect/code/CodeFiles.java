package io.mcpsf.inspect.code;

import io.mcpsf.inspect.code.parser.Language;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The files of a tree that may hold code. Links are not followed: they may lead anywhere. */
final class CodeFiles {

    /** More than the largest real tree; beyond it the rest is told to be unread. */
    private static final int MOST_FILES = 120_000;

    private static final long MOST_UNNAMED = 2L << 20;

    private final List<CodeFile> files = new ArrayList<>();
    private boolean cut;

    /** A file that may hold code. {@code path} is written from the root of the tree. */
    record CodeFile(Path file, String path, long bytes, Owners.Owner owner) {
        boolean own() {
            return owner.depth() == 0;
        }
    }

    static CodeFiles in(Path root, Owners owners) throws IOException {
        var found = new CodeFiles();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
                        if (!is.isRegularFile() || is.size() == 0) {
                            return FileVisitResult.CONTINUE;
                        }
                        if (found.files.size() >= MOST_FILES) {
                            found.cut = true;
                            return FileVisitResult.TERMINATE;
                        }
                        String path = root.relativize(file).toString();
                        Owners.Owner owner = owners.of(path);
                        boolean maybe =
                                byName(path).isPresent()
                                        || path.endsWith("binding.gyp")
                                        || (owner.depth() == 0 && is.size() <= MOST_UNNAMED);
                        if (maybe) {
                            found.files.add(new CodeFile(file, path, is.size(), owner));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        return FileVisitResult.CONTINUE;
                    }
                });
        return found;
    }

    List<CodeFile> files() {
        return files;
    }

    boolean cut() {
        return cut;
    }

    /** The language of a file by its name. */
    static Optional<Language> byName(String path) {
        String end = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (end) {
            case "js", "mjs", "cjs", "jsx" -> Optional.of(Language.JAVASCRIPT);
            case "ts", "mts", "cts" -> Optional.of(Language.TYPESCRIPT);
            case "tsx" -> Optional.of(Language.TSX);
            case "py", "pyw" -> Optional.of(Language.PYTHON);
            default -> Optional.empty();
        };
    }

    /**
     * The language of a text by what it says: a file may be called anything and be loaded all the
     * same. What begins like JSON, a page or a binary is none.
     */
    static Optional<Language> byContent(byte[] text) {
        String head = new String(text, 0, Math.min(text.length, 4_096), StandardCharsets.UTF_8);
        if (head.indexOf('\0') >= 0) {
            return Optional.empty();
        }
        String first = head.stripLeading();
        if (first.startsWith("#!")) {
            String line = first.lines().findFirst().orElse("");
            if (line.contains("node") || line.contains("bun") || line.contains("deno")) {
                return Optional.of(Language.JAVASCRIPT);
            }
            return line.contains("python") ? Optional.of(Language.PYTHON) : Optional.empty();
        }
        boolean data =
                first.startsWith("<")
                        || first.startsWith("#")
                        || first.startsWith("{\"")
                        || first.startsWith("{\n")
                        || first.startsWith("{\r")
                        || first.startsWith("---");
        if (data) {
            return Optional.empty();
        }
        String all = new String(text, StandardCharsets.ISO_8859_1);
        boolean node =
                all.contains("require(")
                        || all.contains("module.exports")
                        || all.contains("eval(")
                        || all.contains("import(");
        return node ? Optional.of(Language.JAVASCRIPT) : Optional.empty();
    }

    /** Whether it is a program or a library of machine code. */
    static boolean machineCode(byte[] bytes) {
        if (bytes.length < 4) {
            return false;
        }
        int magic = ByteBuffer.wrap(bytes).getInt();
        return magic == 0x7f454c46
                || magic == 0x0061736d
                || magic == 0xcffaedfe
                || magic == 0xcafebabe
                || ((magic >>> 16) == 0x4d5a && bytes.length > 1_000);
    }
}
