package io.mcpsf.scope;

import io.mcpsf.json.Yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The OpenAPI files of a project, found by their usual names; read, not understood. */
public final class ApiDescriptions {

    private static final int MOST = 10;
    private static final String NAMES = "(?i)(.*[._-])?(openapi|swagger|api-docs)\\.(json|ya?ml)";

    private ApiDescriptions() {}

    /**
     * A file of the project and its text, of which one that is too long shows a little too much.
     */
    public record Found(Path file, String hostile) {}

    public static List<Found> of(Path project) throws IOException {
        var found = new ArrayList<Found>();
        for (Path file : ProjectFolder.of(project).files(NAMES)) {
            if (found.size() < MOST) {
                try (InputStream in = Files.newInputStream(file)) {
                    byte[] bytes = in.readNBytes(Yaml.MAX_BYTES + 1);
                    found.add(new Found(file, new String(bytes, StandardCharsets.UTF_8)));
                }
            }
        }
        return found;
    }
}
