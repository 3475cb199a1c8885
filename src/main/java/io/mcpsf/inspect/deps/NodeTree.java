package io.mcpsf.inspect.deps;

import io.mcpsf.inspect.deps.Component.Details;
import io.mcpsf.inspect.deps.Component.Hash;
import io.mcpsf.inspect.deps.Component.Origin;
import io.mcpsf.inspect.deps.Component.Scope;
import io.mcpsf.inspect.deps.Component.Standing;
import io.mcpsf.inspect.deps.Graph.Edge;
import io.mcpsf.inspect.deps.Graph.Want;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The packages of a Node project: what lies in node_modules, else what its lockfile names. */
final class NodeTree {

    static final List<String> HOOKS = List.of("preinstall", "install", "postinstall");

    private static final int LONGEST_HOOK = 500;

    private final Path root;
    private final Map<String, JsonNode> manifests;
    private final Map<String, String> links;
    private final Map<String, JsonNode> locked;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    private NodeTree(
            Path root,
            Map<String, JsonNode> manifests,
            Map<String, String> links,
            Map<String, JsonNode> locked) {
        this.root = root;
        this.manifests = manifests;
        this.links = links;
        this.locked = locked;
        manifests.keySet().forEach(place -> numbers.put(place, numbers.size()));
    }

    static Tree read(Path root, String subject) {
        Map<String, JsonNode> locked = NodeLockfile.packages(root);
        if (!Files.isDirectory(root.resolve("node_modules"), LinkOption.NOFOLLOW_LINKS)) {
            Map<String, JsonNode> only = new LinkedHashMap<>(locked);
            only.keySet().removeIf(place -> !place.contains("node_modules/"));
            only.values().removeIf(entry -> entry.path("link").asBoolean(false));
            String why = only.isEmpty() ? "" : "nothing is installed: the lockfile was read";
            return new NodeTree(root, only, Map.of(), locked).tree(subject, why);
        }
        try {
            NodeSpots spots = NodeSpots.of(root);
            String why = spots.cut() ? "the tree is too large to be read completely" : "";
            return new NodeTree(root, spots.manifests(), spots.links(), locked).tree(subject, why);
        } catch (IOException e) {
            Tree nothing = Tree.nothing(Ecosystem.NPM);
            return new Tree(
                    nothing.project(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    "the tree cannot be read: " + e.getMessage());
        }
    }

    private Tree tree(String subject, String why) {
        var components = new ArrayList<Component>();
        manifests.forEach((place, manifest) -> components.add(component(place, manifest)));
        var graph = new Graph(components.size());
        manifests.forEach(
                (place, manifest) ->
                        edges(place, manifest, false)
                                .forEach(e -> graph.add(number(place), e.to(), e.want())));
        JsonNode own = HostileFiles.manifest(root);
        List<Edge> asked = edges("", own, true);
        int holder = subject.isEmpty() ? -1 : resolve("", subject);
        List<Component> placed =
                holder >= 0
                        ? graph.place(components, List.of(new Edge(holder, Want.NEEDED)), 0)
                        : graph.place(components, asked, 1);
        JsonNode asking = holder >= 0 ? List.copyOf(manifests.values()).get(holder) : own;
        return new Tree(
                new Tree.Project(
                        Ecosystem.NPM,
                        HostileFiles.capped(Json.text(own, "name")),
                        HostileFiles.capped(Json.text(own, "version")),
                        NodeLicense.of(own)),
                placed,
                graph.targets(),
                asked.stream().map(Edge::to).toList(),
                NodeLoose.of(asking),
                why);
    }

    private int number(String place) {
        return numbers.getOrDefault(place, -1);
    }

    private Component component(String place, JsonNode manifest) {
        JsonNode lock = locked.getOrDefault(place, Json.object());
        NodeAddress address = NodeAddress.of(place, manifest, lock);
        Origin origin = place.contains("node_modules/") ? address.origin() : Origin.LOCAL;
        return new Component(
                Ecosystem.NPM,
                HostileFiles.capped(address.name()),
                HostileFiles.capped(address.version()),
                new Details(
                        NodeLicense.of(manifest),
                        hashes(manifest, lock),
                        origin,
                        HostileFiles.capped(address.address()),
                        hooks(place, manifest, lock)),
                new Standing(place, List.of(place), -1, Scope.UNASKED));
    }

    private static List<Hash> hashes(JsonNode manifest, JsonNode lock) {
        String integrity = Json.text(lock, "integrity");
        return NpmDigest.read(integrity.isEmpty() ? Json.text(manifest, "_integrity") : integrity);
    }

    private Map<String, String> hooks(String place, JsonNode manifest, JsonNode lock) {
        Map<String, String> hooks = hooks(root.resolve(place), manifest);
        if (hooks.isEmpty() && lock.path("hasInstallScript").asBoolean(false)) {
            hooks.put("install", "");
        }
        return hooks;
    }

    /** What a package wants run when it is installed, by the name of the occasion. */
    static Map<String, String> hooks(Path folder, JsonNode manifest) {
        var hooks = new LinkedHashMap<String, String>();
        for (String hook : HOOKS) {
            String command = Json.text(manifest.path("scripts"), hook);
            if (!command.isEmpty()) {
                hooks.put(hook, cut(command));
            }
        }
        boolean own = hooks.containsKey("install") || hooks.containsKey("preinstall");
        Path gyp = folder.resolve("binding.gyp");
        if (!own && Files.isRegularFile(gyp, LinkOption.NOFOLLOW_LINKS)) {
            hooks.put("install", "node-gyp rebuild");
        }
        return hooks;
    }

    private static String cut(String hostile) {
        return hostile.length() > LONGEST_HOOK ? hostile.substring(0, LONGEST_HOOK) : hostile;
    }

    private List<Edge> edges(String place, JsonNode manifest, boolean project) {
        var edges = new LinkedHashMap<Integer, Want>();
        JsonNode optional = manifest.path("optionalDependencies");
        JsonNode perhaps = manifest.path("peerDependenciesMeta");
        for (String name : manifest.path("dependencies").propertyNames()) {
            want(edges, place, name, optional.has(name) ? Want.WELCOME : Want.NEEDED);
        }
        for (String name : manifest.path("peerDependencies").propertyNames()) {
            boolean welcome = perhaps.path(name).path("optional").asBoolean(false);
            want(edges, place, name, welcome ? Want.WELCOME : Want.NEEDED);
        }
        optional.propertyNames().forEach(name -> want(edges, place, name, Want.WELCOME));
        if (project) {
            manifest.path("devDependencies")
                    .propertyNames()
                    .forEach(name -> want(edges, place, name, Want.DEVELOPMENT));
            // Workspaces are linked in without being asked for by name.
            links.forEach(
                    (link, target) -> {
                        if (link.startsWith("node_modules/") && !target.contains("node_modules/")) {
                            want(edges, place, link.substring(13), Want.NEEDED);
                        }
                    });
        }
        return edges.entrySet().stream().map(e -> new Edge(e.getKey(), e.getValue())).toList();
    }

    private void want(Map<Integer, Want> edges, String place, String name, Want want) {
        int to = resolve(place, name);
        if (to >= 0) {
            edges.merge(to, want, (a, b) -> a.compareTo(b) <= 0 ? a : b);
        }
    }

    /** As Node looks for it: beside the asking package, then further up. -1 when not there. */
    private int resolve(String from, String name) {
        String place = from;
        while (true) {
            boolean holds = place.endsWith("node_modules");
            String base = place.isEmpty() ? "" : place + "/";
            String tried = holds ? base + name : base + "node_modules/" + name;
            int number = number(links.getOrDefault(tried, tried));
            if (number >= 0 || place.isEmpty()) {
                return number;
            }
            int slash = place.lastIndexOf('/');
            place = slash < 0 ? "" : place.substring(0, slash);
        }
    }
}
