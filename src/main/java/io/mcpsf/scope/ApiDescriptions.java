package io.mcpsf.scope;

import io.mcpsf.json.Yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The OpenAPI files of a project, found by their usual names; read, not understood. */
public final class ApiDescriptions {

    private static final int MOST = 10;
    private static final String NAMES = "(?i)(.*[._-])?(openapi|swagger|api-docs)\\.(json|ya?ml)";

    private ApiDescriptions() {}

    /** A file of the project and its bytes, one more than a description may have at most. */
    public record Found(Path file, byte[] hostile) {}

    public static List<Found> of(Path project) throws IOException {
        var found = new ArrayList<Found>();
        for (Path file : ProjectFolder.of(project).files(NAMES)) {
            if (found.size() < MOST) {
                try (InputStream in = Files.newInputStream(file)) {
                    found.add(new Found(file, in.readNBytes(Yaml.MAX_BYTES + 1)));
                }
            }
        }
        return found;
    }
}
