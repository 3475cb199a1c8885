package io.mcpsf.inspect.deps;

import io.mcpsf.inspect.deps.Component.Details;
import io.mcpsf.inspect.deps.Component.Hash;
import io.mcpsf.inspect.deps.Component.Origin;
import io.mcpsf.inspect.deps.Component.Scope;
import io.mcpsf.inspect.deps.Component.Standing;
import io.mcpsf.inspect.deps.Graph.Edge;
import io.mcpsf.inspect.deps.Graph.Want;
import io.mcpsf.inspect.deps.PythonMetadata.Requirement;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The distributions of a Python environment, by the metadata that their installer left. */
final class PythonTree {

    private static final int MOST_FILES = 100_000;
    private static final int MOST_TOPS = 50;

    private final Path root;
    private final Map<String, Found> found = new LinkedHashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private boolean cut;

    private PythonTree(Path root) {
        this.root = root;
    }

    /** A folder of metadata, read. */
    private record Found(Path folder, PythonMetadata metadata) {
        boolean requested() {
            return Files.isRegularFile(folder.resolve("REQUESTED"), LinkOption.NOFOLLOW_LINKS);
        }
    }

    static Tree read(Path root, String subject) {
        var tree = new PythonTree(root);
        for (Path packages : tree.sitePackages()) {
            tree.distributions(packages);
        }
        return tree.tree(subject);
    }

    /** In the folder itself, or in the environments that people keep in a project. */
    private List<Path> sitePackages() {
        var places = new ArrayList<Path>();
        for (String home : List.of("", ".venv", "venv", "env")) {
            for (Path version : HostileFiles.inside(root.resolve(home).resolve("lib"))) {
                if (HostileFiles.name(version).matches("python3(\\.\\d+)?t?")) {
                    places.add(version.resolve("site-packages"));
                }
            }
        }
        places.add(root);
        return places;
    }

    private void distributions(Path packages) {
        for (Path entry : HostileFiles.inside(packages)) {
            String name = HostileFiles.name(entry);
            PythonMetadata metadata;
            if (name.endsWith(".dist-info")) {
                metadata = PythonMetadata.read(HostileFiles.text(entry.resolve("METADATA")));
            } else if (name.endsWith(".egg-info")) {
                Path info = Files.isDirectory(entry) ? entry.resolve("PKG-INFO") : entry;
                metadata = PythonMetadata.read(HostileFiles.text(info));
            } else {
                continue;
            }
            cut |= found.size() >= Tree.MOST;
            if (!metadata.name().isEmpty() && !cut) {
                found.putIfAbsent(
                        Ecosystem.PYPI.plain(metadata.name()), new Found(entry, metadata));
            }
        }
    }

    private Tree tree(String subject) {
        found.keySet().forEach(name -> numbers.put(name, numbers.size()));
        var components = new ArrayList<Component>();
        found.values().forEach(one -> components.add(component(one)));
        var graph = new Graph(components.size());
        Set<String> extras = extras();
        found.forEach(
                (name, one) -> {
                    for (Requirement wanted : one.metadata().requirements()) {
                        int to = number(wanted.name());
                        boolean asked =
                                wanted.extra().isEmpty()
                                        || extras.contains(name + "[" + wanted.extra() + "]");
                        if (to >= 0 && asked) {
                            graph.add(number(name), to, Want.NEEDED);
                        }
                    }
                });
        int holder = holder(subject);
        List<Edge> first = first(holder, components);
        return new Tree(
                project(holder),
                graph.place(components, first, holder >= 0 ? 0 : 1),
                graph.targets(),
                first.stream().map(Edge::to).toList(),
                loose(holder),
                cut ? "the environment is too large to be read completely" : "");
    }

    private int number(String name) {
        return numbers.getOrDefault(Ecosystem.PYPI.plain(name), -1);
    }

    /** The extras that anybody asks for, as {@code name[extra]}. */
    private Set<String> extras() {
        var extras = new HashSet<String>();
        for (Found one : found.values()) {
            for (Requirement wanted : one.metadata().requirements()) {
                for (String extra : wanted.extras()) {
                    extras.add(Ecosystem.PYPI.plain(wanted.name()) + "[" + extra + "]");
                }
            }
        }
        return extras;
    }

    /** The server's own distribution: named, or the project that lies around the environment. */
    private int holder(String subject) {
        int named = subject.isEmpty() ? -1 : number(subject.replaceFirst("\\[.*", ""));
        if (named >= 0) {
            return named;
        }
        int at = 0;
        int local = -1;
        for (Found one : found.values()) {
            if (origin(one) == Origin.LOCAL) {
                local = local < 0 ? at : local;
            }
            at++;
        }
        return local;
    }

    /** Where it all begins: the server, else what was asked for by name, else everything. */
    private List<Edge> first(int holder, List<Component> components) {
        if (holder >= 0) {
            return List.of(new Edge(holder, Want.NEEDED));
        }
        List<Edge> requested =
                Stream.of(found.values().toArray(Found[]::new))
                        .filter(Found::requested)
                        .map(one -> new Edge(number(one.metadata().name()), Want.NEEDED))
                        .toList();
        return requested.isEmpty() && components.size() == 1
                ? List.of(new Edge(0, Want.NEEDED))
                : requested;
    }

    private Tree.Project project(int holder) {
        if (holder < 0) {
            return new Tree.Project(Ecosystem.PYPI, "", "", "");
        }
        PythonMetadata own = List.copyOf(found.values()).get(holder).metadata();
        return new Tree.Project(Ecosystem.PYPI, own.name(), own.version(), own.license());
    }

    private List<Tree.Loose> loose(int holder) {
        if (holder < 0) {
            return List.of();
        }
        var loose = new ArrayList<Tree.Loose>();
        for (Requirement one : List.copyOf(found.values()).get(holder).metadata().requirements()) {
            if (one.extra().isEmpty() && one.range().startsWith("@")) {
                String how = one.range().contains("git+") ? "git" : "address";
                loose.add(new Tree.Loose(one.name(), one.range(), how));
            } else if (one.extra().isEmpty() && one.range().isEmpty()) {
                loose.add(new Tree.Loose(one.name(), "", "any"));
            }
        }
        return loose;
    }

    private Component component(Found one) {
        PythonMetadata metadata = one.metadata();
        JsonNode direct = direct(one);
        String place = root.relativize(one.folder()).toString();
        var hashes = new ArrayList<Hash>();
        String sha256 = Json.text(direct.path("archive_info").path("hashes"), "sha256");
        if (sha256.matches("[0-9a-f]{64}")) {
            hashes.add(new Hash("SHA-256", sha256));
        }
        return new Component(
                Ecosystem.PYPI,
                metadata.name(),
                metadata.version(),
                new Details(
                        metadata.license(),
                        hashes,
                        origin(one),
                        HostileFiles.capped(Json.text(direct, "url")),
                        Map.of()),
                new Standing(place, code(one.folder(), place), -1, Scope.UNASKED));
    }

    /** What lies at the top of site-packages for it, by the list of its files. */
    private static List<String> code(Path info, String place) {
        String base = place.substring(0, place.lastIndexOf('/') + 1);
        var tops = new TreeSet<String>();
        for (String line :
                HostileFiles.text(info.resolve("RECORD")).lines().limit(MOST_FILES).toList()) {
            String file = line.replaceFirst("\"?,.*", "").replaceFirst("^\"", "");
            int slash = file.indexOf('/');
            String top = slash < 0 ? file : file.substring(0, slash);
            boolean ours = top.endsWith(".dist-info") || top.equals("..") || top.isEmpty();
            if (!ours && !top.equals("__pycache__") && tops.size() < MOST_TOPS) {
                tops.add(base + top);
            }
        }
        return List.copyOf(tops);
    }

    private static JsonNode direct(Found one) {
        return HostileFiles.json(one.folder().resolve("direct_url.json"), 1 << 16);
    }

    private static Origin origin(Found one) {
        JsonNode direct = direct(one);
        if (direct.has("vcs_info")) {
            return Origin.GIT;
        }
        String url = Json.text(direct, "url");
        if (url.isEmpty()) {
            return Origin.REGISTRY;
        }
        return url.startsWith("file:") ? Origin.LOCAL : Origin.ADDRESS;
    }
}
