package io.mcpsf.sandbox.oci;

/** The standalone runtimes that we know how to drive. */
enum RuntimeKind {
    CRUN,
    RUNC
}
