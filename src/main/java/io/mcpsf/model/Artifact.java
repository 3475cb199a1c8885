package io.mcpsf.model;

import java.nio.file.Path;

/** Bytes we hold: named by their digest, never changed, never executed on the host. */
public record Artifact(Target target, Sha256 digest, Path root, long files, long bytes) {}
