package io.mcpsf.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names under which a program looks into the arguments it is given, read from its code: what a
 * tool takes that does not say what it takes.
 */
public final class ParameterNames {

    private static final int MOST_FILES = 100;
    private static final int MOST_BYTES = 256 << 10;
    private static final int MOST_NAMES = 12;

    private static final Set<String> OTHERS =
            Set.of("node_modules", "site-packages", ".venv", "venv", ".git", "test", "tests");

    /** Members that every such object has, or that stand for the call itself. */
    private static final Set<String> COMMON =
            Set.of(
                    "arguments",
                    "name",
                    "method",
                    "params",
                    "meta",
                    "_meta",
                    "length",
                    "map",
                    "get",
                    "pop",
                    "items",
                    "keys",
                    "values",
                    "slice",
                    "join",
                    "push",
                    "forEach",
                    "filter",
                    "toString",
                    "hasOwnProperty",
                    "progressToken",
                    "cursor",
                    "parse",
                    "argv");

    private static final String HOLDER = "(?:args|arguments|params|input|kwargs)";

    private static final List<Pattern> USES =
            List.of(
                    Pattern.compile("\\b" + HOLDER + "\\??\\.([A-Za-z_]\\w{0,30})\\b"),
                    Pattern.compile(
                            "\\b"
                                    + HOLDER
                                    + "\\)?(?:\\??\\.?\\[|\\.get\\(|\\.pop\\()\\s*[\"'`]([A-Za-z_]\\w{0,30})[\"'`]"),
                    Pattern.compile(
                            "\\{\\s*([A-Za-z_]\\w{0,30})[^{}]{0,200}\\}\\s*=\\s*[\\w.]*" + HOLDER));

    private ParameterNames() {}

    /** Of the program in this folder, without what it depends on; the first that are found. */
    public static List<String> in(Path folder) {
        Set<String> names = new LinkedHashSet<>();
        try {
            Files.walkFileTree(folder, new Reader(folder, names));
        } catch (IOException _) {
            // What can't be read tells no names.
            return List.copyOf(names);
        }
        return List.copyOf(names);
    }

    static void learn(String hostileCode, Set<String> names) {
        for (Pattern use : USES) {
            Matcher matcher = use.matcher(hostileCode);
            while (names.size() < MOST_NAMES && matcher.find()) {
                if (!COMMON.contains(matcher.group(1))) {
                    names.add(matcher.group(1));
                }
            }
        }
    }

    private static final class Reader extends SimpleFileVisitor<Path> {

        private final Path folder;
        private final Set<String> names;
        private int files;

        private Reader(Path folder, Set<String> names) {
            this.folder = folder;
            this.names = names;
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
            if (attributes.isRegularFile()
                    && attributes.size() <= MOST_BYTES
                    && name.matches(".*\\.(js|mjs|cjs|ts|py)")) {
                learn(new String(Files.readAllBytes(file), StandardCharsets.UTF_8), names);
                files++;
            }
            return files >= MOST_FILES || names.size() >= MOST_NAMES
                    ? FileVisitResult.TERMINATE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException why) {
            return FileVisitResult.CONTINUE;
        }
    }
}
