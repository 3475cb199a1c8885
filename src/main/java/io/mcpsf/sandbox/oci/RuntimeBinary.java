package io.mcpsf.sandbox.oci;

import java.nio.file.Path;

/** A runtime that is installed here. */
record RuntimeBinary(RuntimeKind kind, Path path, String version) {}
