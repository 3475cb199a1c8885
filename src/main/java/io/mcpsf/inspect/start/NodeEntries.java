package io.mcpsf.inspect.start;

import io.mcpsf.inspect.ArtifactFolder;
import io.mcpsf.inspect.BadCommandException;
import io.mcpsf.inspect.CommandLine;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A package of npm: its bin, its main, its exports, its start script. */
final class NodeEntries implements InstalledPackage {

    private static final String FILE = "package.json";
    private static final int MOST_BINS = 50;

    private final Path root;
    private final String base;
    private final TreePrograms programs;
    private final Consumer<String> looked;
    private final ArtifactFolder folder;
    private final JsonNode manifest;
    private final Map<String, String> bins;
    private final List<Entry> entries;

    /** {@code base} is where the package lies in the tree, empty for the tree itself. */
    NodeEntries(Path root, String base, TreePrograms programs, Consumer<String> looked) {
        this.root = root;
        this.base = base.isEmpty() ? "" : base + "/";
        this.programs = programs;
        this.looked = looked;
        this.folder = new ArtifactFolder(root);
        this.manifest = manifest();
        this.bins = bins();
        this.entries = find();
    }

    @Override
    public List<Entry> entries() {
        return entries;
    }

    @Override
    public Optional<Entry> named(String word) {
        String plain = word.replaceFirst("(?<=.)@[^@/]*$", "");
        String own = Json.text(manifest, "name");
        if (plain.equals(own) && !entries.isEmpty()) {
            return Optional.of(entries.getFirst());
        }
        String file = bins.getOrDefault(plain, "");
        return file.isEmpty()
                ? Optional.empty()
                : programs.entry(plain, base + file, FILE + " bin");
    }

    /** The file whose path ends like the one that is named: the beginning is another machine's. */
    @Override
    public Optional<Entry> program(String interpreter, List<String> words) {
        String path = words.getFirst().replace('\\', '/');
        if (path.matches(".*\\.(js|mjs|cjs|ts|mts)")) {
            List<String> parts = List.of(path.split("/"));
            for (int from = 0; from < parts.size(); from++) {
                String tail = String.join("/", parts.subList(from, parts.size()));
                Optional<Entry> entry =
                        tail.isEmpty() || tail.startsWith("/")
                                ? Optional.empty()
                                : programs.entry(tail, base + tail, "the file " + tail);
                if (entry.isPresent()) {
                    return entry;
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public String subject() {
        return Json.text(manifest, "name");
    }

    @Override
    public Own own() {
        String readme = "";
        for (String name : new String[] {"README.md", "readme.md", "Readme.md", "README"}) {
            readme = readme.isEmpty() ? folder.text(base + name) : readme;
        }
        return new Own(base, readme, List.of(root.resolve(base)));
    }

    /** True when there is a manifest that can be read. */
    boolean isThere() {
        return manifest.size() > 0;
    }

    /** The script that would make what the manifest names, when that is not there. */
    Optional<String> build() {
        boolean unbuilt =
                !bins.isEmpty() && entries.stream().noneMatch(e -> e.why().endsWith("bin"));
        String script = Json.text(manifest.path("scripts"), "build");
        return unbuilt && !script.isEmpty() ? Optional.of("build") : Optional.empty();
    }

    private JsonNode manifest() {
        byte[] hostile = folder.read(base + FILE);
        if (hostile.length == 0) {
            looked.accept(FILE + ": not there");
            return Json.object();
        }
        try {
            return Json.read(hostile);
        } catch (BadJsonException e) {
            looked.accept(FILE + ": not JSON");
            return Json.object();
        }
    }

    private Map<String, String> bins() {
        JsonNode bin = manifest.path("bin");
        String name = Json.text(manifest, "name");
        String last = name.substring(name.lastIndexOf('/') + 1);
        if (bin.isString()) {
            return Map.of(last, bin.asString());
        }
        Map<String, String> bins = new LinkedHashMap<>();
        bin.properties().stream()
                .filter(entry -> entry.getValue().isString())
                .sorted(Comparator.comparingInt(entry -> rank(entry.getKey(), last)))
                .limit(MOST_BINS)
                .forEach(entry -> bins.put(entry.getKey(), entry.getValue().asString()));
        return bins;
    }

    /** The one that is named like the package first, then those that sound like a server. */
    private static int rank(String bin, String last) {
        if (bin.equals(last)) {
            return 0;
        }
        boolean mcp = bin.contains("mcp");
        boolean server = bin.contains("server");
        if (mcp) {
            return server ? 1 : 2;
        }
        return server ? 3 : 4;
    }

    private List<Entry> find() {
        List<Entry> found = new ArrayList<>();
        if (manifest.size() == 0) {
            return found;
        }
        bins.forEach((name, file) -> add(found, name, file, FILE + " bin"));
        if (bins.isEmpty()) {
            looked.accept(FILE + " bin: not there");
        }
        if (found.isEmpty()) {
            main(found);
            add(found, "exports", exported(manifest.path("exports"), 0), FILE + " exports");
        }
        start(found);
        return List.copyOf(found);
    }

    private void main(List<Entry> found) {
        String main = Json.text(manifest, "main");
        String why = FILE + " main";
        int before = found.size();
        for (String ending : new String[] {"", ".js", "/index.js"}) {
            if (found.size() == before && !main.isEmpty()) {
                programs.entry("main", base + main + ending, why).ifPresent(found::add);
            }
        }
        if (found.size() == before) {
            looked.accept(
                    why + (main.isEmpty() ? ": not there" : ": names no program in the folder"));
        }
    }

    private static String exported(JsonNode exports, int depth) {
        if (exports.isString() || depth > 4) {
            return exports.asString("");
        }
        for (String member : new String[] {".", "import", "node", "default", "require"}) {
            String file = exported(exports.path(member), depth + 1);
            if (!file.isEmpty()) {
                return file;
            }
        }
        return "";
    }

    /** Only a plain call of an interpreter: anything else would need a shell. */
    private void start(List<Entry> found) {
        String why = FILE + " scripts.start";
        String script = Json.text(manifest.path("scripts"), "start");
        if (script.isEmpty()) {
            looked.accept(why + ": not there");
            return;
        }
        try {
            List<String> words = CommandLine.parse(script);
            if (words.size() < 2 || !words.getFirst().matches("node|python3?|tsx")) {
                looked.accept(why + ": not a plain call of node or python");
                return;
            }
            Optional<Entry> entry = programs.entry("start", base + words.get(1), why);
            if (entry.isEmpty()) {
                looked.accept(why + ": names no program in the folder");
            }
            entry.map(e -> with(e, words.subList(2, words.size()))).ifPresent(found::add);
        } catch (BadCommandException e) {
            looked.accept(why + ": needs a shell");
        }
    }

    private static Entry with(Entry entry, List<String> arguments) {
        List<String> argv = new ArrayList<>(entry.argv());
        argv.addAll(arguments);
        return new Entry(entry.name(), argv, entry.env(), entry.why());
    }

    private void add(List<Entry> found, String name, String file, String why) {
        if (file.isEmpty()) {
            return;
        }
        Optional<Entry> entry = programs.entry(name, base + file, why);
        entry.ifPresent(found::add);
        if (entry.isEmpty()) {
            looked.accept(why + ": names no program in the folder");
        }
    }
}
