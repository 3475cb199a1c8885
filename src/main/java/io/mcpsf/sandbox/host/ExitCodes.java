package io.mcpsf.sandbox.host;

import io.mcpsf.linux.Processes;
import io.mcpsf.model.Exit;

/** Exit codes as runtimes and engines report them. */
public final class ExitCodes {

    private ExitCodes() {}

    /** A signal is reported as shells do. */
    public static Exit read(int code) {
        return code > 128 && code <= 192 ? new Exit.Signal(code - 128) : new Exit.Code(code);
    }

    public static boolean killed(Exit exit) {
        return exit.equals(new Exit.Signal(Processes.SIGKILL));
    }
}
