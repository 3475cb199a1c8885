package io.mcpsf.inspect;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;

/** What an artifact calls itself: hostile words, capped. Empty when it does not say. */
public record Manifest(String name, String version) {

    private static final int LONGEST = 214;

    public Manifest {
        name = capped(name);
        version = capped(version);
    }

    /** From package.json, else from pyproject.toml. */
    public static Manifest read(Path root) {
        ArtifactFolder folder = new ArtifactFolder(root);
        try {
            JsonNode node = Json.read(folder.read("package.json"));
            String name = Json.text(node, "name");
            if (!name.isEmpty()) {
                return new Manifest(name, Json.text(node, "version"));
            }
        } catch (BadJsonException absentOrMalformed) {
            // Then the other manifest may name it.
        }
        Pyproject project = Pyproject.parse(folder.text("pyproject.toml"));
        return new Manifest(project.name(), project.version());
    }

    private static String capped(String hostile) {
        return hostile.length() > LONGEST ? hostile.substring(0, LONGEST) : hostile;
    }
}
