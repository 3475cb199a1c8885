package io.mcpsf.inspect.start;

import io.mcpsf.inspect.ArtifactFolder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files of a tree with the interpreter that runs them, as the sandbox shows them. */
final class TreePrograms {

    private final ArtifactFolder folder;
    private final String shownAt;
    private final String python;

    /** {@code python} is the interpreter that knows the installed libraries. */
    TreePrograms(ArtifactFolder folder, String shownAt, String python) {
        this.folder = folder;
        this.shownAt = shownAt;
        this.python = python;
    }

    String shown(String file) {
        return shownAt + "/" + file;
    }

    String python() {
        return python;
    }

    /** A file with the interpreter that its first line or its ending asks for. */
    Optional<Entry> entry(String name, String hostileFile, String why) {
        return folder.file(hostileFile)
                .flatMap(
                        file ->
                                interpreter(file)
                                        .map(
                                                words -> {
                                                    List<String> argv = new ArrayList<>(words);
                                                    argv.add(shown(file));
                                                    return new Entry(name, argv, Map.of(), why);
                                                }));
    }

    private Optional<List<String>> interpreter(String file) {
        if (file.matches(".*\\.(js|mjs|cjs)")) {
            return Optional.of(List.of("node"));
        }
        if (file.matches(".*\\.(ts|mts)")) {
            String tsx = "node_modules/tsx/dist/cli.mjs";
            return Optional.of(
                    folder.file(tsx).isPresent() ? List.of("node", shown(tsx)) : List.of("node"));
        }
        if (file.endsWith(".py")) {
            return Optional.of(List.of(python));
        }
        String first = folder.firstLine(file);
        if (!first.startsWith("#!")) {
            return Optional.empty();
        }
        if (first.matches(".*\\b(node|bun)\\b.*")) {
            return Optional.of(List.of("node"));
        }
        if (first.matches(".*\\bpython[0-9.]*\\b.*")) {
            return Optional.of(List.of(python));
        }
        if (first.matches(".*/bash\\b.*|.*\\bbash\\s*")) {
            return Optional.of(List.of("bash"));
        }
        return first.matches(".*/sh\\b.*|.*\\bsh\\s*")
                ? Optional.of(List.of("sh"))
                : Optional.empty();
    }
}
