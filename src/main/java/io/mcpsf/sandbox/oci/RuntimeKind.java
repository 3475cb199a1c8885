package io.mcpsf.sandbox.oci;

import java.util.Locale;

/** The standalone runtimes that we know how to drive. */
enum RuntimeKind {
    CRUN,
    RUNC,
    /** gVisor: a kernel of its own for each sandbox. */
    RUNSC;

    /** The name of its program. */
    String program() {
        return name().toLowerCase(Locale.ROOT);
    }
}
