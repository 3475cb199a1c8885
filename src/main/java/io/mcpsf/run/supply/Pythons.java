package io.mcpsf.run.supply;

import io.mcpsf.os.UserFolders;
import io.mcpsf.version.PythonVersion;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Python interpreters of this machine: the system's first, then those that its user installed
 * beside it, which a sandbox can be shown.
 */
final class Pythons {

    private static final Python SYSTEM =
            new Python(
                    Path.of("/usr"),
                    "/usr/bin/python3",
                    "3",
                    PythonVersion.parse("3").orElseThrow());

    private static final Pattern NAME = Pattern.compile("python(3\\.[0-9]{1,3})");

    private final List<Python> known;

    private Pythons(List<Python> known) {
        this.known = List.copyOf(known);
    }

    /**
     * One interpreter.
     *
     * @param word its version as its program is named, such as {@code 3.12}
     */
    record Python(Path prefix, String program, String word, PythonVersion version) {}

    static Python system() {
        return SYSTEM;
    }

    /** Looks in the system's folders and in those where pyenv and uv put what they install. */
    static Pythons find(Map<String, String> env) {
        var found = new ArrayList<Python>();
        of(Path.of("/usr"), "/usr/bin/python3").ifPresent(found::add);
        Path home = UserFolders.of(env).home();
        String told = env.getOrDefault("PYENV_ROOT", "");
        // These are run here: a relative path would name a program of the folder we stand in.
        Path pyenv = told.startsWith("/") ? Path.of(told) : home.resolve(".pyenv");
        var others = new ArrayList<Python>();
        for (Path folder :
                List.of(
                        pyenv.resolve("versions"),
                        home.resolve(".local/share/uv/python"),
                        Path.of("/usr/local"))) {
            for (Path prefix :
                    folder.equals(Path.of("/usr/local")) ? List.of(folder) : inside(folder)) {
                Path program = prefix.resolve("bin/python3");
                if (Files.isExecutable(program)) {
                    of(prefix, program.toString()).ifPresent(others::add);
                }
            }
        }
        // Not the newest first: libraries with native parts come late to it.
        others.sort(Comparator.comparing(Python::version));
        found.addAll(others);
        return new Pythons(found);
    }

    Optional<Python> fitting(Predicate<PythonVersion> wanted) {
        return known.stream().filter(p -> wanted.test(p.version())).findFirst();
    }

    /** The newest version that there is, as text; empty when there is none. */
    String newest() {
        return known.stream()
                .max(Comparator.comparing(Python::version))
                .map(
                        p ->
                                p.version().release().stream()
                                        .map(String::valueOf)
                                        .reduce((a, b) -> a + "." + b)
                                        .orElse(""))
                .orElse("");
    }

    /** By the names of its files alone: asking each of them would take longer than all else. */
    private static Optional<Python> of(Path prefix, String program) {
        try {
            Path real = Path.of(program).toRealPath();
            Matcher named = NAME.matcher(String.valueOf(real.getFileName()));
            if (!named.matches()) {
                return Optional.empty();
            }
            String word = named.group(1);
            String folder = String.valueOf(prefix.getFileName());
            return PythonVersion.parse(folder.startsWith(word + ".") ? folder : word)
                    .map(version -> new Python(prefix, program, word, version));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static List<Path> inside(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
