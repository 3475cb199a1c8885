package io.mcpsf.inspect;

import io.mcpsf.inspect.StartPlan.None;
import io.mcpsf.inspect.StartPlan.Ready;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out how the stdio server in a folder is started, by its manifests and usual names. */
public final class StartFinder {

    private static final List<String> USUAL =
            List.of(
                    "server.py",
                    "main.py",
                    "app.py",
                    "index.js",
                    "index.mjs",
                    "index.cjs",
                    "server.js",
                    "server.mjs",
                    "dist/index.js",
                    "build/index.js",
                    "src/index.js",
                    "src/server.py",
                    "src/main.py");

    private final ArtifactFolder folder;
    private final String shownAt;
    private final List<String> looked = new ArrayList<>();

    private StartFinder(Path root, String shownAt) {
        this.folder = new ArtifactFolder(root);
        this.shownAt = shownAt;
    }

    /** The way to start what lies in {@code root}, which the sandbox shows at {@code shownAt}. */
    public static StartPlan find(Path root, String shownAt) {
        return new StartFinder(root, shownAt).find();
    }

    /** The user's own command line, taken as it is. */
    public static Ready command(String line) {
        return new Ready(CommandLine.parse(line), Map.of(), "--command");
    }

    private StartPlan find() {
        Optional<Ready> found = new NodeStart(folder, this::program, looked::add).find();
        if (found.isEmpty()) {
            found = new PythonStart(folder, shownAt, looked::add).fromScripts();
        }
        if (found.isEmpty()) {
            found = usual();
        }
        if (found.isEmpty()) {
            found = new PythonStart(folder, shownAt, looked::add).fromPackages();
        }
        return found.<StartPlan>map(ready -> ready).orElseGet(() -> new None(looked));
    }

    private Optional<Ready> usual() {
        for (String name : USUAL) {
            Optional<Ready> plan = folder.file(name).flatMap(f -> program(f, List.of(), name));
            if (plan.isPresent()) {
                return plan;
            }
            looked.add(name + ": not there");
        }
        return Optional.empty();
    }

    /** A file with the interpreter that its first line or its ending asks for. */
    private Optional<Ready> program(String file, List<String> arguments, String why) {
        return interpreter(file)
                .map(
                        interpreter -> {
                            List<String> argv = new ArrayList<>();
                            argv.add(interpreter);
                            argv.add(shownAt + "/" + file);
                            argv.addAll(arguments);
                            return new Ready(argv, Map.of(), why);
                        });
    }

    private Optional<String> interpreter(String file) {
        if (file.matches(".*\\.(js|mjs|cjs|ts|mts)")) {
            return Optional.of("node");
        }
        if (file.endsWith(".py")) {
            return Optional.of("python3");
        }
        String first = folder.firstLine(file);
        if (!first.startsWith("#!")) {
            return Optional.empty();
        }
        if (first.matches(".*\\bnode\\b.*")) {
            return Optional.of("node");
        }
        if (first.matches(".*\\bpython[0-9.]*\\b.*")) {
            return Optional.of("python3");
        }
        if (first.matches(".*/bash\\b.*|.*\\bbash\\s*")) {
            return Optional.of("bash");
        }
        return first.matches(".*/sh\\b.*|.*\\bsh\\s*") ? Optional.of("sh") : Optional.empty();
    }
}
