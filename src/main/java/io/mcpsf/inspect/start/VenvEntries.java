package io.mcpsf.inspect.start;

import io.mcpsf.inspect.ArtifactFolder;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A distribution in a virtual environment: its console scripts and modules. */
final class VenvEntries implements InstalledPackage {

    private static final int MOST_SCRIPTS = 100;
    private static final int MOST_RECORDS = 20_000;

    private final Path root;
    private final ArtifactFolder folder;
    private final String distribution;
    private final String shownAt;
    private final Consumer<String> looked;
    private final String packages;
    private final String about;
    private final Map<String, String> scripts;
    private final Set<String> modules;

    VenvEntries(Path root, String shownAt, String distribution, Consumer<String> looked) {
        this.root = root;
        this.folder = new ArtifactFolder(root);
        this.distribution = distribution;
        this.shownAt = shownAt;
        this.looked = looked;
        this.packages = sitePackages();
        this.about = distInfo();
        this.scripts = scripts();
        this.modules = modules();
    }

    @Override
    public List<Entry> entries() {
        List<Entry> found = new ArrayList<>();
        scripts.keySet().stream()
                .sorted(Comparator.comparingInt(name -> PythonEntries.rank(name, distribution)))
                .forEach(name -> script(name).ifPresent(found::add));
        if (found.isEmpty()) {
            looked.accept(distribution + " console_scripts: not there");
        }
        for (String module : modules) {
            if (folder.file(packages + "/" + module + "/__main__.py").isPresent()) {
                found.add(module(module, "python -m " + module));
            }
        }
        for (String module : modules) {
            String server = packages + "/" + module + "/server.py";
            if (folder.text(server).contains("__main__")) {
                found.add(module(module + ".server", "python -m " + module + ".server"));
            }
        }
        return found;
    }

    @Override
    public Optional<Entry> named(String word) {
        String plain = word.replaceFirst("[@=<>~\\[].*$", "");
        Optional<Entry> script = script(plain);
        boolean own = PythonEntries.folded(plain).equals(PythonEntries.folded(distribution));
        return script.isPresent() || !own ? script : entries().stream().findFirst();
    }

    @Override
    public Optional<Entry> program(String interpreter, List<String> words) {
        if (words.getFirst().equals("-m") && words.size() > 1) {
            String module = words.get(1);
            return modules.contains(module.replaceFirst("\\..*", ""))
                            && module.matches("[A-Za-z_][A-Za-z0-9_.]*")
                    ? Optional.of(module(module, "python -m " + module))
                    : Optional.empty();
        }
        return Optional.empty();
    }

    @Override
    public String subject() {
        return distribution;
    }

    /** The README is the description in the metadata, which follows its head. */
    @Override
    public Own own() {
        String metadata = about.isEmpty() ? "" : folder.text(about + "/METADATA");
        List<Path> code = new ArrayList<>();
        for (String module : modules) {
            Path inside = root.resolve(packages).resolve(module);
            code.add(
                    Files.isDirectory(inside, LinkOption.NOFOLLOW_LINKS)
                            ? inside
                            : Path.of(inside + ".py"));
        }
        return new Own(about + "/", metadata, code);
    }

    private Optional<Entry> script(String name) {
        return PythonEntries.call(scripts.getOrDefault(name, ""))
                .map(
                        call -> {
                            String file = "bin/" + name;
                            List<String> argv =
                                    folder.file(file).isPresent()
                                                    && folder.firstLine(file).contains("python")
                                            ? List.of(python(), shownAt + "/" + file)
                                            : List.of(python(), "-c", call.code());
                            return new Entry(name, argv, Map.of(), "console script " + name);
                        });
    }

    private Entry module(String module, String why) {
        return new Entry(module, List.of(python(), "-m", module), Map.of(), why);
    }

    private String python() {
        return shownAt + "/bin/python";
    }

    private String sitePackages() {
        for (String version : folder.foldersIn("lib")) {
            String packages = "lib/" + version + "/site-packages";
            if (version.startsWith("python") && folder.hasFolder(packages)) {
                return packages;
            }
        }
        return "lib";
    }

    private String distInfo() {
        String wanted = PythonEntries.folded(distribution);
        for (String name : folder.foldersIn(packages)) {
            if (name.endsWith(".dist-info")
                    && PythonEntries.folded(name.replaceFirst("-[^-]*\\.dist-info$", ""))
                            .equals(wanted)) {
                return packages + "/" + name;
            }
        }
        looked.accept(distribution + ": no metadata in the environment");
        return "";
    }

    private Map<String, String> scripts() {
        Map<String, String> found = new LinkedHashMap<>();
        String section = "";
        for (String line : folder.text(about + "/entry_points.txt").lines().toList()) {
            String text = line.strip();
            if (text.startsWith("[")) {
                section = text;
            } else if (section.equals("[console_scripts]") && found.size() < MOST_SCRIPTS) {
                String[] sides = text.split("=", 2);
                if (sides.length == 2 && sides[0].strip().matches("[\\w.-]{1,100}")) {
                    found.put(sides[0].strip(), sides[1].strip());
                }
            }
        }
        return found;
    }

    /** The first folder of every file that the distribution brought. */
    private Set<String> modules() {
        Set<String> found = new LinkedHashSet<>();
        folder.text(about + "/RECORD")
                .lines()
                .limit(MOST_RECORDS)
                .map(line -> line.replaceFirst(",.*", ""))
                .filter(path -> path.endsWith(".py"))
                .map(path -> path.replaceFirst("/.*|\\.py$", ""))
                .filter(top -> top.matches(PythonEntries.WORD))
                .forEach(found::add);
        return found;
    }
}
