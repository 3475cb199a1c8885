package io.mcpsf.inspect.start;

import io.mcpsf.inspect.ArtifactFolder;
import io.mcpsf.inspect.Pyproject;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Python project in its source: its scripts, and packages that can be run. */
final class PythonEntries implements InstalledPackage {

    private static final String FILE = "pyproject.toml [project.scripts]";
    static final String WORD = "[A-Za-z_][A-Za-z0-9_]*";
    private static final Pattern CALL =
            Pattern.compile(
                    "\\s*(%1$s(?:\\.%1$s)*)\\s*:\\s*(%1$s(?:\\.%1$s)*)\\s*(?:\\[.*)?"
                            .formatted(WORD));

    private final Path root;
    private final ArtifactFolder folder;
    private final TreePrograms programs;
    private final String shownAt;
    private final Consumer<String> looked;
    private final Pyproject project;

    PythonEntries(Path root, String shownAt, TreePrograms programs, Consumer<String> looked) {
        this.root = root;
        this.folder = new ArtifactFolder(root);
        this.programs = programs;
        this.shownAt = shownAt;
        this.looked = looked;
        this.project = Pyproject.parse(folder.text("pyproject.toml"));
    }

    /** The script that is named like the project, then the others that name something we have. */
    @Override
    public List<Entry> entries() {
        List<Entry> found = new ArrayList<>();
        if (project.scripts().isEmpty()) {
            looked.accept(FILE + ": not there");
            return found;
        }
        project.scripts().keySet().stream()
                .sorted(java.util.Comparator.comparingInt(name -> rank(name, project.name())))
                .forEach(name -> script(name).ifPresent(found::add));
        if (found.isEmpty()) {
            looked.accept(FILE + ": names no module in the folder");
        }
        return found;
    }

    /** The one that is named like its distribution first, then those that sound like a server. */
    static int rank(String script, String distribution) {
        if (folded(script).equals(folded(distribution))) {
            return 0;
        }
        return script.contains("mcp") ? 1 : 2;
    }

    static String folded(String name) {
        return name.toLowerCase(java.util.Locale.ROOT).replaceAll("[-_.]+", "-");
    }

    @Override
    public Optional<Entry> named(String word) {
        String plain = word.replaceFirst("[@=<>~\\[].*$", "");
        if (!project.name().isEmpty() && folded(plain).equals(folded(project.name()))) {
            return entries().stream().findFirst();
        }
        return script(plain);
    }

    @Override
    public Optional<Entry> program(String interpreter, List<String> words) {
        if (words.getFirst().equals("-m") && words.size() > 1) {
            return module(words.get(1));
        }
        String path = words.getFirst().replaceFirst(":.*$", "").replace('\\', '/');
        if (!path.endsWith(".py")) {
            return Optional.empty();
        }
        List<String> parts = List.of(path.split("/"));
        for (int from = 0; from < parts.size(); from++) {
            String tail = String.join("/", parts.subList(from, parts.size()));
            Optional<Entry> entry =
                    tail.isEmpty()
                            ? Optional.empty()
                            : programs.entry(tail, tail, "the file " + tail);
            if (entry.isPresent()) {
                return entry;
            }
        }
        return Optional.empty();
    }

    @Override
    public String subject() {
        return project.name();
    }

    @Override
    public Own own() {
        String readme = folder.text("README.md");
        return new Own("", readme.isEmpty() ? folder.text("README.rst") : readme, List.of(root));
    }

    /** A package that can be run: {@code src/name/__main__.py} or {@code name/__main__.py}. */
    List<Entry> packages() {
        List<Entry> found = new ArrayList<>();
        for (String base : new String[] {"src", "."}) {
            for (String name : folder.foldersIn(base)) {
                String main = (base.equals(".") ? "" : base + "/") + name + "/__main__.py";
                if (name.matches(WORD) && folder.file(main).isPresent()) {
                    List<String> argv = List.of(programs.python(), "-m", name);
                    found.add(new Entry(name, argv, path(base), main));
                }
            }
        }
        if (found.isEmpty()) {
            looked.accept("src/*/__main__.py, */__main__.py: not there");
        }
        return found;
    }

    private Optional<Entry> script(String name) {
        return call(project.scripts().getOrDefault(name, ""))
                .flatMap(call -> here(call.module()).map(base -> entry(name, call, base)));
    }

    private Entry entry(String name, Call call, String base) {
        return new Entry(name, List.of(programs.python(), "-c", call.code()), path(base), FILE);
    }

    private Optional<Entry> module(String module) {
        if (!module.matches("%1$s(?:\\.%1$s)*".formatted(WORD))) {
            return Optional.empty();
        }
        return here(module)
                .map(
                        base ->
                                new Entry(
                                        module,
                                        List.of(programs.python(), "-m", module),
                                        path(base),
                                        "the module " + module));
    }

    private Optional<String> here(String module) {
        String top = module.replaceFirst("\\..*", "");
        for (String base : new String[] {"src", "."}) {
            String prefix = base.equals(".") ? "" : base + "/";
            if (folder.hasFolder(prefix + top) || folder.file(prefix + top + ".py").isPresent()) {
                return Optional.of(base);
            }
        }
        return Optional.empty();
    }

    /** Calls what a script would call. The names are plain words, so nothing else can be said. */
    record Call(String module, String function) {

        String code() {
            return "import sys; import %1$s; sys.exit(%1$s.%2$s())".formatted(module, function);
        }
    }

    static Optional<Call> call(String entry) {
        Matcher matcher = CALL.matcher(entry);
        return matcher.matches()
                ? Optional.of(new Call(matcher.group(1), matcher.group(2)))
                : Optional.empty();
    }

    private Map<String, String> path(String base) {
        return Map.of("PYTHONPATH", base.equals(".") ? shownAt : shownAt + "/" + base);
    }
}
