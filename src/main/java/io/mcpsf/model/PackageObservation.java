package io.mcpsf.model;

import java.util.List;

/** What the installed packages and their registry say. */
public sealed interface PackageObservation extends Observation {

    @Override
    default Sense sense() {
        return Sense.PACKAGES;
    }

    @Override
    default Proof vouchedBy() {
        return Proof.STATIC;
    }

    /**
     * A package lies in the installed tree. {@code depth} is 0 for the server itself, 1 for what it
     * asks for, then on, and -1 when nothing asks for it; {@code scope} and {@code origin} are ours
     * (required, optional, development, unasked; registry, git, address, local); {@code places} are
     * the folders and files that hold its code.
     */
    record DependencyFound(
            String purl,
            String name,
            String version,
            int depth,
            String scope,
            String license,
            String hash,
            String origin,
            List<String> places)
            implements PackageObservation {
        public DependencyFound {
            places = List.copyOf(places);
        }
    }

    /** A package has a command run when it is installed. {@code depth} as for a dependency. */
    record HookDeclared(String purl, int depth, String occasion, String command)
            implements PackageObservation {}

    /**
     * The server asks for a package without saying which version. {@code how} is ours: any, git,
     * address.
     */
    record RangeLoose(String name, String range, String how) implements PackageObservation {}

    /** What a registry says about the release that was assessed; empty where it does not say. */
    record ReleaseSeen(
            String name,
            String version,
            String uri,
            String publishedAt,
            String deprecated,
            String provenance)
            implements PackageObservation {}

    /** The name of the server is almost that of a well-known one. {@code how} is ours. */
    record NameResembles(String name, String known, String how) implements PackageObservation {}

    /** A scanner of somebody else flagged a piece of code; all words are its own, capped. */
    record CodeFlagged(
            String scanner, String rule, String severity, String path, int line, String message)
            implements PackageObservation {}
}
