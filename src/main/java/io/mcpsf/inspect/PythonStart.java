package io.mcpsf.inspect;

import io.mcpsf.inspect.StartPlan.Ready;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a pyproject.toml or the packages in a folder say about starting. */
final class PythonStart {

    private static final String FILE = "pyproject.toml [project.scripts]";
    private static final String WORD = "[A-Za-z_][A-Za-z0-9_]*";
    private static final Pattern ENTRY =
            Pattern.compile(
                    "\\s*(%1$s(?:\\.%1$s)*)\\s*:\\s*(%1$s(?:\\.%1$s)*)\\s*".formatted(WORD));

    private final ArtifactFolder folder;
    private final String shownAt;
    private final Consumer<String> looked;

    PythonStart(ArtifactFolder folder, String shownAt, Consumer<String> looked) {
        this.folder = folder;
        this.shownAt = shownAt;
        this.looked = looked;
    }

    /** The script that is named like the project, else the first that names something we have. */
    Optional<Ready> fromScripts() {
        Pyproject project = Pyproject.parse(folder.text("pyproject.toml"));
        if (project.scripts().isEmpty()) {
            looked.accept(FILE + ": not there");
            return Optional.empty();
        }
        String own = project.scripts().getOrDefault(project.name(), "");
        Optional<Ready> found = call(own);
        for (String entry : project.scripts().values()) {
            found = found.isPresent() ? found : call(entry);
        }
        if (found.isEmpty()) {
            looked.accept(FILE + ": names no module in the folder");
        }
        return found;
    }

    /** A package that can be run: {@code src/name/__main__.py} or {@code name/__main__.py}. */
    Optional<Ready> fromPackages() {
        for (String base : new String[] {"src", "."}) {
            for (String name : folder.foldersIn(base)) {
                String main = (base.equals(".") ? "" : base + "/") + name + "/__main__.py";
                if (name.matches(WORD) && folder.file(main).isPresent()) {
                    List<String> argv = List.of("python3", "-m", name);
                    return Optional.of(new Ready(argv, path(base), main));
                }
            }
        }
        looked.accept("src/*/__main__.py, */__main__.py: not there");
        return Optional.empty();
    }

    /** Calls what a script would call. The names are plain words, so nothing else can be said. */
    private Optional<Ready> call(String entry) {
        Matcher matcher = ENTRY.matcher(entry);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String module = matcher.group(1);
        String function = matcher.group(2);
        String top = module.replaceFirst("\\..*", "");
        for (String base : new String[] {"src", "."}) {
            String prefix = base.equals(".") ? "" : base + "/";
            if (folder.hasFolder(prefix + top) || folder.file(prefix + top + ".py").isPresent()) {
                String code =
                        "import sys; import %1$s; sys.exit(%1$s.%2$s())"
                                .formatted(module, function);
                return Optional.of(new Ready(List.of("python3", "-c", code), path(base), FILE));
            }
        }
        return Optional.empty();
    }

    private Map<String, String> path(String base) {
        return Map.of("PYTHONPATH", base.equals(".") ? shownAt : shownAt + "/" + base);
    }
}
