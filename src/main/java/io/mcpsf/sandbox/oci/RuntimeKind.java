package io.mcpsf.sandbox.oci;

import java.util.Locale;

/** The standalone runtimes that we know how to drive. */
enum RuntimeKind {
    CRUN,
    RUNC;

    /** The name of its program. */
    String program() {
        return name().toLowerCase(Locale.ROOT);
    }
}
