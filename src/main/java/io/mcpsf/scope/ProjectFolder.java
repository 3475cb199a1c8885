package io.mcpsf.scope;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Yaml;
import io.mcpsf.json.YamlDocuments;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The files of a project. What a path or a link leads to outside of it is not the project's. */
record ProjectFolder(Path root) {

    private static final int MAX_DEPTH = 6;
    private static final int MAX_FILES = 20_000;
    private static final Set<String> NOT_OURS =
            Set.of("node_modules", ".git", ".venv", "venv", "vendor", "target", "dist", "build");

    /** The folder, with links on the way to it resolved. */
    static ProjectFolder of(Path folder) throws IOException {
        return new ProjectFolder(folder.toRealPath());
    }

    boolean has(String name) {
        return Files.isRegularFile(root.resolve(name));
    }

    /** A file that another file names; throws when it lies outside of the project. */
    Path inside(Path from, String hostileName) {
        try {
            Path found = from.resolveSibling(hostileName).toRealPath();
            if (!found.startsWith(root)) {
                throw new BadJsonException(named(hostileName) + " lies outside of the project");
            }
            return found;
        } catch (IOException | java.nio.file.InvalidPathException e) {
            throw new BadJsonException(named(hostileName) + " is not there");
        }
    }

    List<JsonNode> documents(Path file) {
        return YamlDocuments.read(bytes(file));
    }

    /**
     * {@code KEY=VALUE} lines; a line that is none is passed over, as Compose does with comments.
     */
    Map<String, String> variables(String name) {
        var values = new LinkedHashMap<String, String>();
        if (has(name)) {
            String text = new String(bytes(root.resolve(name)), StandardCharsets.UTF_8);
            text.lines()
                    .map(line -> line.strip().replaceFirst("^export\\s+", ""))
                    .filter(line -> line.matches("[A-Za-z_][A-Za-z0-9_]*=.*"))
                    .forEach(line -> put(values, line));
        }
        return values;
    }

    List<Path> yamlFiles() throws IOException {
        return files(".*\\.ya?ml");
    }

    /** Files with such a name in the project's own folders, in a fixed order. */
    List<Path> files(String pattern) throws IOException {
        try (Stream<Path> tree = Files.walk(root, MAX_DEPTH, new FileVisitOption[0])) {
            return tree.limit(MAX_FILES)
                    .filter(file -> String.valueOf(file.getFileName()).matches(pattern))
                    .filter(file -> own(root.relativize(file)))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (java.io.UncheckedIOException e) {
            throw new IOException("the project's folders can't all be read", e);
        }
    }

    private static boolean own(Path below) {
        for (Path part : below) {
            if (NOT_OURS.contains(part.toString())) {
                return false;
            }
        }
        return true;
    }

    String relative(Path file) {
        return root.relativize(file).toString();
    }

    /** One of the project's files, a little too much of one that is too long. */
    byte[] bytes(Path file) {
        try {
            Path real = file.toRealPath();
            if (!real.startsWith(root)) {
                throw new BadJsonException("leads outside of the project");
            }
            try (InputStream in = Files.newInputStream(real)) {
                return in.readNBytes(Yaml.MAX_BYTES + 1);
            }
        } catch (IOException e) {
            throw new BadJsonException("can't be read");
        }
    }

    private static void put(Map<String, String> values, String line) {
        int equals = line.indexOf('=');
        String value = line.substring(equals + 1).strip();
        boolean quoted =
                value.length() > 1
                        && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                        && value.charAt(value.length() - 1) == value.charAt(0);
        values.put(
                line.substring(0, equals),
                quoted
                        ? value.substring(1, value.length() - 1)
                        : value.replaceFirst("\\s+#.*$", ""));
    }

    private static String named(String hostileName) {
        return hostileName.length() > 200 ? hostileName.substring(0, 200) : hostileName;
    }
}
