package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Users;
import io.mcpsf.os.SystemPackages;
import io.mcpsf.sandbox.ExecutorException;

import java.util.function.Consumer;

/** Installs a runtime where there is none, if it may, and says so. */
final class RuntimeInstaller {

    private final Consumer<String> say;

    RuntimeInstaller(Consumer<String> say) {
        this.say = say;
    }

    /** Installs it or throws with the command that a person should run. */
    void install(RuntimeKind kind) {
        if (!SystemPackages.known()) {
            throw new ExecutorException(
                    "no sandbox runtime is installed: install "
                            + kind.program()
                            + " (or runc) and try again");
        }
        if (!mayInstall()) {
            throw new ExecutorException(
                    "no sandbox runtime is installed: run `" + command(kind) + "`");
        }
        try {
            SystemPackages.Result result = SystemPackages.install(kind.program(), say);
            if (!result.good()) {
                throw new ExecutorException(
                        "no sandbox runtime is installed: " + result.complaint());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while installing " + kind.program(), e);
        }
    }

    /** Root, and not only in a user namespace of its own. */
    static boolean mayInstall() {
        return Users.effective() == 0 && Users.mapped(0, 65536);
    }

    /** The command that installs it here, for a person to run. */
    static String command(RuntimeKind kind) {
        return SystemPackages.command(kind.program());
    }
}
