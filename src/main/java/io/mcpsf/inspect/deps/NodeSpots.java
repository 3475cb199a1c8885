package io.mcpsf.inspect.deps;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The places of a node_modules tree that hold a package, whoever laid it out: nested (npm, yarn),
 * or a store with links into it (pnpm). Links are followed only to what lies in the tree.
 */
final class NodeSpots {

    private static final int DEEPEST = 40;

    private final Path root;
    private final Map<String, JsonNode> manifests = new LinkedHashMap<>();
    private final Map<String, String> links = new LinkedHashMap<>();
    private boolean cut;

    private NodeSpots(Path root) {
        this.root = root;
    }

    static NodeSpots of(Path root) throws IOException {
        var spots = new NodeSpots(root.toRealPath());
        spots.walk(spots.root.resolve("node_modules"), 0);
        return spots;
    }

    /** Their package.json by the folder they lie in, from the root. */
    Map<String, JsonNode> manifests() {
        return manifests;
    }

    /** Folders that are links, and where in the tree they lead. */
    Map<String, String> links() {
        return links;
    }

    boolean cut() {
        return cut;
    }

    private void walk(Path modules, int depth) {
        if (depth > DEEPEST) {
            cut = true;
            return;
        }
        for (Path entry : HostileFiles.inside(modules)) {
            String name = HostileFiles.name(entry);
            if (name.equals(".pnpm") || name.equals(".store")) {
                for (Path kept : HostileFiles.inside(entry)) {
                    walk(kept.resolve("node_modules"), depth + 1);
                    walkIfPackages(kept, depth + 1);
                }
            } else if (name.startsWith("@")) {
                HostileFiles.inside(entry).forEach(inner -> found(inner, depth));
            } else if (!name.startsWith(".")) {
                found(entry, depth);
            }
        }
    }

    /** The store of pnpm keeps shared links in a folder called node_modules right inside it. */
    private void walkIfPackages(Path kept, int depth) {
        if (HostileFiles.name(kept).equals("node_modules")) {
            walk(kept, depth);
        }
    }

    private void found(Path folder, int depth) {
        if (manifests.size() >= Tree.MOST) {
            cut = true;
            return;
        }
        if (Files.isSymbolicLink(folder)) {
            follow(folder, depth);
        } else if (Files.isRegularFile(folder.resolve("package.json"), LinkOption.NOFOLLOW_LINKS)
                && manifests.putIfAbsent(place(folder), trimmed(HostileFiles.manifest(folder)))
                        == null) {
            walk(folder.resolve("node_modules"), depth + 1);
        }
    }

    private void follow(Path link, int depth) {
        Path real;
        try {
            real = link.toRealPath();
        } catch (IOException leadsNowhere) {
            return;
        }
        if (!real.startsWith(root) || real.equals(root)) {
            return;
        }
        links.put(place(link), place(real));
        found(real, depth);
    }

    private String place(Path path) {
        return root.relativize(path).toString();
    }

    /** Only what is needed of it: a tree has thousands. */
    private static JsonNode trimmed(JsonNode manifest) {
        var kept = Json.object();
        for (String member :
                new String[] {
                    "name",
                    "version",
                    "license",
                    "licenses",
                    "dependencies",
                    "optionalDependencies",
                    "peerDependencies",
                    "peerDependenciesMeta",
                    "_resolved",
                    "_integrity"
                }) {
            if (manifest.has(member)) {
                kept.set(member, manifest.get(member));
            }
        }
        var hooks = Json.object();
        for (String hook : NodeTree.HOOKS) {
            String command = Json.text(manifest.path("scripts"), hook);
            if (!command.isEmpty()) {
                hooks.put(hook, command);
            }
        }
        kept.set("scripts", hooks);
        return kept;
    }
}
