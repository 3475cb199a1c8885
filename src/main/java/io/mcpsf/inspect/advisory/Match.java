package io.mcpsf.inspect.advisory;

import java.util.List;

/**
 * A package that advisories are about. Records that mean the same thing, by their aliases, are one.
 *
 * @param fixed the first version that fixes it, or empty
 * @param sources who says so: osv, trivy, osv-scanner
 */
public record Match(
        String purl,
        String id,
        List<String> aliases,
        String summary,
        Rating rating,
        Malice malice,
        String fixed,
        List<String> sources) {

    public Match {
        aliases = List.copyOf(aliases);
        sources = List.copyOf(sources);
    }

    /** Whether the package is said to be the weapon itself. */
    public enum Malice {
        NONE,
        /** Its name is on a list, without versions or a date. */
        HEARSAY,
        /** A report says so of every version. */
        ALL_VERSIONS,
        /** A report says so of this very version. */
        THIS_VERSION
    }
}
