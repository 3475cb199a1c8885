package io.mcpsf.scope;

import io.mcpsf.json.BadJsonException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
        ProjectFolder folder = ProjectFolder.of(project);
        for (Path file : folder.files(NAMES)) {
            if (found.size() < MOST) {
                try {
                    found.add(
                            new Found(
                                    file, new String(folder.bytes(file), StandardCharsets.UTF_8)));
                } catch (BadJsonException notOurs) {
                    // A link out of the project, which is told with the scope.
                }
            }
        }
        return found;
    }
}
