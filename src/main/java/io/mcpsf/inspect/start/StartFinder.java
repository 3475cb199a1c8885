package io.mcpsf.inspect.start;

import io.mcpsf.inspect.ArtifactFolder;
import io.mcpsf.inspect.CommandLine;
import io.mcpsf.inspect.start.StartPlan.None;
import io.mcpsf.inspect.start.StartPlan.Ready;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out how the server in a tree is started: by the files that say so, by the configurations in
 * its README, by its manifests, by its code, and by usual names. Nothing is run and nothing outside
 * the tree is read.
 */
public final class StartFinder {

    private static final int MOST = 12;
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

    private final Path root;
    private final ArtifactFolder folder;
    private final String shownAt;
    private final Furniture furniture;
    private final Set<String> looked = new LinkedHashSet<>();

    private StartFinder(Path root, String shownAt, Furniture furniture) {
        this.root = root;
        this.folder = new ArtifactFolder(root);
        this.shownAt = shownAt;
        this.furniture = furniture;
    }

    /** The way to start what lies in {@code root}, which the sandbox shows at {@code shownAt}. */
    public static StartPlan find(Path root, String shownAt) {
        var finder = new StartFinder(root, shownAt, Furniture.plain("/home/user"));
        List<Ready> found = finder.all(new TreeKind.Folder());
        return found.isEmpty() ? new None(List.copyOf(finder.looked)) : found.getFirst();
    }

    /** All ways to start it, the likeliest first, at most a dozen; empty when there is none. */
    public static List<Ready> candidates(
            Path root, String shownAt, TreeKind hint, Furniture furniture) {
        return new StartFinder(root, shownAt, furniture).all(hint);
    }

    /**
     * What a launcher such as npx or uvx would run: the program of that name, or for an empty word
     * the one that the package itself is started by. Nothing is made up: no argument, no variable.
     */
    public static Optional<Ready> launched(Path root, String shownAt, TreeKind hint, String word) {
        return new StartFinder(root, shownAt, Furniture.plain("/home/user")).launched(hint, word);
    }

    private Optional<Ready> launched(TreeKind hint, String word) {
        List<InstalledPackage> packages =
                switch (hint) {
                    case TreeKind.Npm(String name) ->
                            List.of(
                                    new NodeEntries(
                                            root,
                                            "node_modules/" + name,
                                            programs("python3"),
                                            looked::add));
                    case TreeKind.Python(String name) ->
                            List.of(new VenvEntries(root, shownAt, name, looked::add));
                    case TreeKind.Image _ -> List.of();
                    case TreeKind.Folder() ->
                            List.of(
                                    new NodeEntries(root, "", programs(python()), looked::add),
                                    new PythonEntries(
                                            root, shownAt, programs(python()), looked::add));
                };
        for (InstalledPackage each : packages) {
            Optional<Entry> entry =
                    word.isEmpty() ? each.entries().stream().findFirst() : each.named(word);
            if (entry.isPresent()) {
                return entry.map(StartFinder::ready);
            }
        }
        List<String> files = word.isEmpty() ? USUAL : List.of(word);
        return files.stream()
                .filter(file -> hint instanceof TreeKind.Folder)
                .flatMap(file -> programs(python()).entry(file, file, file).stream())
                .map(StartFinder::ready)
                .findFirst();
    }

    /** What was looked for in vain when there are no candidates. */
    public static List<String> looked(Path root, String shownAt, TreeKind hint) {
        var finder = new StartFinder(root, shownAt, Furniture.plain("/home/user"));
        finder.all(hint);
        return List.copyOf(finder.looked);
    }

    /** The script of its package.json that makes the programs it names, when they are missing. */
    public static Optional<String> buildScript(Path root) {
        var finder = new StartFinder(root, "/", Furniture.plain("/home/user"));
        return new NodeEntries(root, "", finder.programs("python3"), finder.looked::add).build();
    }

    /** The user's own command line, taken as it is. */
    public static Ready command(String line) {
        return new Ready(CommandLine.parse(line), Map.of(), "--command");
    }

    private List<Ready> all(TreeKind hint) {
        return Drafts.distinct(
                switch (hint) {
                    case TreeKind.Npm(String name) -> npm(name);
                    case TreeKind.Python(String name) ->
                            plans(new VenvEntries(root, shownAt, name, looked::add));
                    case TreeKind.Image(List<String> command, Map<String, String> env) ->
                            List.of(new Ready(command, env, "the image's own command"));
                    case TreeKind.Folder() -> project();
                },
                MOST);
    }

    private List<Ready> npm(String name) {
        String base = "node_modules/" + name;
        if (!name.matches("(@[\\w.~-]+/)?[\\w.~-]+") || name.contains("..")) {
            looked.add("not the name of a package: " + name);
            return List.of();
        }
        return plans(new NodeEntries(root, base, programs("python3"), looked::add));
    }

    private List<Ready> project() {
        TreePrograms programs = programs(python());
        List<Ready> found = new ArrayList<>();
        var node = new NodeEntries(root, "", programs, looked::add);
        var python = new PythonEntries(root, shownAt, programs, looked::add);
        if (node.isThere()) {
            found.addAll(plans(node));
        }
        found.addAll(plans(python));
        for (String name : USUAL) {
            programs.entry(name, name, name)
                    .ifPresentOrElse(
                            entry -> found.add(ready(entry)),
                            () -> looked.add(name + ": not there"));
        }
        python.packages().forEach(entry -> found.add(ready(entry)));
        found.addAll(new ServersInCode(root, shownAt, programs).plans());
        return found;
    }

    private List<Ready> plans(InstalledPackage installed) {
        InstalledPackage.Own own = installed.own();
        CodeClues clues = CodeClues.in(own.code());
        var drafts = new Drafts(installed, clues, furniture);
        List<Recipe> explicit = new Configurations(folder, own.base()).recipes();
        List<Recipe> documented = Snippets.inText(own.readme(), "README");
        drafts.learn(explicit);
        drafts.learn(documented);

        List<Ready> plans = new ArrayList<>();
        plans.addAll(drafts.of(except(explicit, "Dockerfile")));
        plans.addAll(drafts.of(except(except(documented, "command line"), "docker")));
        plans.addAll(drafts.of(clues.snippets()));
        List<Ready> later = new ArrayList<>();
        for (Entry entry : installed.entries()) {
            new Modes(installed, clues).of(entry).forEach(mode -> plans.add(mode.plan(drafts)));
            plans.add(drafts.bare(entry, List.of(), entry.why()));
            new Modes(installed, clues).more(entry).forEach(mode -> later.add(mode.plan(drafts)));
        }
        plans.addAll(drafts.of(documented));
        plans.addAll(drafts.of(explicit));
        plans.addAll(later);
        return plans;
    }

    /** Without the recipes that begin or are told so. */
    private static List<Recipe> except(List<Recipe> recipes, String word) {
        return recipes.stream()
                .filter(r -> !r.why().endsWith(word) && !r.words().getFirst().endsWith(word))
                .toList();
    }

    private static Ready ready(Entry entry) {
        return new Ready(entry.argv(), entry.env(), entry.why());
    }

    private TreePrograms programs(String python) {
        return new TreePrograms(folder, shownAt, python);
    }

    /** The interpreter of the environment beside the code, when there is one. */
    private String python() {
        for (String name : new String[] {".venv", "venv"}) {
            Path python = root.resolve(name).resolve("bin").resolve("python");
            if (Files.exists(python, LinkOption.NOFOLLOW_LINKS)) {
                return shownAt + "/" + name + "/bin/python";
            }
        }
        return "python3";
    }
}
