package io.mcpsf.inspect.deps;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lockfiles that npm leaves: what it resolved, from where, with which digest. */
final class NodeLockfile {

    private static final List<String> FILES =
            List.of("npm-shrinkwrap.json", "package-lock.json", "node_modules/.package-lock.json");

    private NodeLockfile() {}

    /** The entries by place. The hidden file of the real tree wins over what was planned. */
    static Map<String, JsonNode> packages(Path root) {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        for (String file : FILES) {
            JsonNode lock = HostileFiles.json(root.resolve(file), HostileFiles.LOCKFILE);
            for (Map.Entry<String, JsonNode> entry : lock.path("packages").properties()) {
                if (all.size() < Tree.MOST && plain(entry.getKey())) {
                    all.put(entry.getKey(), entry.getValue());
                }
            }
        }
        return all;
    }

    private static boolean plain(String place) {
        return !place.startsWith("/") && !List.of(place.split("/")).contains("..");
    }
}
