package io.mcpsf.sandbox.oci;

import java.nio.file.Path;

/** Runtimes that tests need: found on this machine, or installed on it as a user would. */
public final class Installed {

    private Installed() {}

    /** gVisor, ready to start sandboxes. */
    public static OciExecutor gvisor() {
        here(OciRuntimes.Preference.RUNSC);
        return OciRuntimes.choose(OciRuntimes.Preference.RUNSC, line -> {});
    }

    /** The program of a gVisor that is here. */
    public static Path gvisorProgram() {
        here(OciRuntimes.Preference.RUNSC);
        return Gvisor.find().orElseThrow().path();
    }

    /** Sees to it that a runtime is here; the others come by themselves when they are chosen. */
    public static synchronized void here(OciRuntimes.Preference runtime) {
        if (runtime == OciRuntimes.Preference.RUNSC) {
            try {
                Gvisor.install(line -> {});
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
