package io.mcpsf.scan;

/**
 * An OpenAPI description that a service in scope serves itself; read, not understood.
 *
 * @param site the web server that has it, without a slash at the end
 */
public record ServedDescription(String site, String path, String hostile) {}
