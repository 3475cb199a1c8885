package io.mcpsf.model;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Bytes we hold: named by their digest, never changed, never executed on the host. The release says
 * what its publisher calls them.
 */
public record Artifact(
        Target target,
        Sha256 digest,
        Path root,
        long files,
        long bytes,
        Release release,
        Surroundings around) {

    /** Bytes that run with the programs of this machine. */
    public Artifact(
            Target target, Sha256 digest, Path root, long files, long bytes, Release release) {
        this(target, digest, root, files, bytes, release, new Surroundings.OfThisMachine());
    }

    /** Bytes that nobody published. */
    public Artifact(Target target, Sha256 digest, Path root, long files, long bytes) {
        this(target, digest, root, files, bytes, Release.none());
    }

    /** The archive it came in, under the name it was published with; a folder came in none. */
    public Optional<Path> packed() {
        return Optional.of(release.origin().packed()).filter(path -> !path.toString().isEmpty());
    }
}
