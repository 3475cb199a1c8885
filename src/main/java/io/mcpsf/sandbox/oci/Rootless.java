package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Users;
import io.mcpsf.sandbox.ExecutorException;

import java.util.ArrayList;
import java.util.List;

/**
 * Sandboxes without being root: the whole program runs in a user namespace of its own, where it may
 * mount, and in a process namespace that ends with it.
 */
public final class Rootless {

    private Rootless() {}

    /** Whether this process must be started again under {@link #command}. */
    public static boolean needed() {
        return Users.effective() != 0;
    }

    /** The command that runs {@code argv} with the powers that a sandbox needs, and no others. */
    public static List<String> command(List<String> argv) {
        List<String> wrapped =
                new ArrayList<>(
                        List.of(
                                "unshare",
                                "--user",
                                "--map-root-user",
                                "--mount",
                                "--pid",
                                "--fork",
                                "--kill-child",
                                "--mount-proc",
                                "--"));
        wrapped.addAll(argv);
        return wrapped;
    }

    static void requirePower() {
        if (needed()) {
            throw new ExecutorException(
                    "a sandbox needs root or a user namespace: start mcpsf with sudo, or as"
                            + " `unshare --user --map-root-user --mount --pid --fork --kill-child"
                            + " --mount-proc mcpsf …`");
        }
    }
}
