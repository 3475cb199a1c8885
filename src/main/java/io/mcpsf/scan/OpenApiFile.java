package io.mcpsf.scan;

import java.nio.file.Path;

/**
 * An OpenAPI description that is a file of the project.
 *
 * @param base the path below which the API lives, or empty
 * @param probe a path that the service knows which is meant
 */
public record OpenApiFile(Path path, String base, String probe) {}
