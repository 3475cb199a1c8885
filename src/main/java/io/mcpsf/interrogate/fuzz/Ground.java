package io.mcpsf.interrogate.fuzz;

/**
 * A folder that the server was told to stay in, with what we put around it. All paths are as the
 * sandbox sees them; {@code mark} stands in the names of what we put there, {@code secret} in their
 * content.
 *
 * @param root the folder
 * @param outside a file beside the folder
 * @param sibling a file in a folder whose name begins like the folder's
 * @param link a symbolic link in the folder that leads to {@code outside}
 */
public record Ground(
        String root, String outside, String sibling, String link, String mark, String secret) {}
