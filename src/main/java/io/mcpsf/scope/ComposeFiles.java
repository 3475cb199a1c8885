package io.mcpsf.scope;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The Compose files of a project as one: overrides, {@code include} and {@code extends} done. */
final class ComposeFiles {

    private static final int MAX_DEPTH = 8;
    private static final List<String> NAMES =
            List.of("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml");

    /** A service with the file it stands in. */
    record Declared(Path file, JsonNode service) {}

    private final ProjectFolder folder;
    private final Findings findings;
    private final Map<String, Declared> services = new LinkedHashMap<>();
    private final Map<String, JsonNode> networks = new LinkedHashMap<>();

    private ComposeFiles(ProjectFolder folder, Findings findings) {
        this.folder = folder;
        this.findings = findings;
    }

    static ComposeFiles read(ProjectFolder folder, Findings findings) {
        var files = new ComposeFiles(folder, findings);
        first(folder).forEach(name -> files.file(folder.root().resolve(name), 0));
        return files;
    }

    Map<String, Declared> services() {
        return services;
    }

    Map<String, JsonNode> networks() {
        return networks;
    }

    /** As Compose picks them: the first of the usual names, and its override. */
    private static List<String> first(ProjectFolder folder) {
        for (String name : NAMES) {
            if (folder.has(name)) {
                var found = new ArrayList<>(List.of(name));
                for (String end : List.of(".yaml", ".yml")) {
                    String override = name.replaceFirst("\\.ya?ml$", ".override" + end);
                    if (folder.has(override)) {
                        found.add(override);
                    }
                }
                return found;
            }
        }
        return List.of();
    }

    private void file(Path file, int depth) {
        try {
            JsonNode tree = tree(file);
            if (depth >= MAX_DEPTH) {
                throw new BadJsonException("files include each other too deeply");
            }
            for (JsonNode include : tree.path("include")) {
                JsonNode path = include.isObject() ? include.path("path") : include;
                (path.isArray() ? path : Json.array().add(path))
                        .forEach(one -> included(file, one.asString(""), depth));
            }
            for (var entry : tree.path("services").properties()) {
                JsonNode whole = extended(file, entry.getValue(), 0);
                services.merge(
                        entry.getKey(),
                        new Declared(file, whole),
                        (old, more) -> new Declared(old.file(), merged(old.service(), whole)));
            }
            for (var entry : tree.path("networks").properties()) {
                networks.put(entry.getKey(), entry.getValue());
            }
        } catch (BadJsonException e) {
            findings.unreadable(file, String.valueOf(e.getMessage()));
        }
    }

    private void included(Path from, String hostileName, int depth) {
        try {
            file(folder.inside(from, hostileName), depth + 1);
        } catch (BadJsonException e) {
            findings.unreadable(from, "include: " + e.getMessage());
        }
    }

    private JsonNode tree(Path file) {
        List<JsonNode> documents = folder.documents(file);
        return documents.isEmpty() ? Json.object() : documents.getFirst();
    }

    /** The service with what it extends below it. */
    private JsonNode extended(Path file, JsonNode service, int depth) {
        JsonNode base = service.path("extends");
        if (base.isMissingNode()) {
            return service;
        }
        if (depth >= MAX_DEPTH) {
            throw new BadJsonException("services extend each other too deeply");
        }
        String name = base.isObject() ? base.path("service").asString("") : base.asString("");
        String other = base.path("file").asString("");
        Path where = other.isEmpty() ? file : folder.inside(file, other);
        JsonNode found = tree(where).path("services").path(name);
        return merged(extended(where, found, depth + 1), service);
    }

    /** Lists grow, objects are merged, anything else is replaced. */
    private static JsonNode merged(JsonNode base, JsonNode over) {
        if (!(base instanceof ObjectNode below)) {
            return over;
        }
        ObjectNode both = below.deepCopy();
        for (var member : over.properties()) {
            JsonNode old = both.path(member.getKey());
            if (old.isArray() && member.getValue().isArray()) {
                var all = Json.array();
                old.forEach(all::add);
                member.getValue().forEach(all::add);
                both.set(member.getKey(), all);
            } else if (old.isObject() && member.getValue().isObject()) {
                both.set(member.getKey(), merged(old, member.getValue()));
            } else {
                both.set(member.getKey(), member.getValue());
            }
        }
        return both;
    }
}
