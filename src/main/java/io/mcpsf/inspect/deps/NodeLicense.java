package io.mcpsf.inspect.deps;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;

/** The licence in a package.json, in any of the ways people wrote it over the years. */
final class NodeLicense {

    private static final int MOST = 5;

    private NodeLicense() {}

    static String of(JsonNode manifest) {
        String plain = one(manifest.path("license"));
        if (!plain.isEmpty()) {
            return plain;
        }
        var names = new ArrayList<String>();
        for (JsonNode entry : manifest.path("licenses")) {
            String name = one(entry);
            if (!name.isEmpty() && names.size() < MOST) {
                names.add(name);
            }
        }
        return names.size() > 1 ? "(" + String.join(" OR ", names) + ")" : String.join("", names);
    }

    private static String one(JsonNode node) {
        return HostileFiles.capped(
                (node.isString() ? node.asString() : Json.text(node, "type")).strip());
    }
}
