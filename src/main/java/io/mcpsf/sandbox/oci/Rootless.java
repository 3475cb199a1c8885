package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Users;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.ExecutorException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Sandboxes without being root: the whole program runs in a user namespace of its own, where it may
 * mount, and in a process namespace that ends with it.
 */
public final class Rootless {

    private static final List<String> UNSHARE =
            List.of(
                    "unshare",
                    "--user",
                    "--map-root-user",
                    "--mount",
                    "--pid",
                    "--fork",
                    "--kill-child",
                    "--mount-proc",
                    "--");

    private Rootless() {}

    /** Whether this process must be started again under {@link #command}. */
    public static boolean needed() {
        return Users.effective() != 0;
    }

    /** The command that runs {@code argv} with the powers that a sandbox needs, and no others. */
    public static List<String> command(List<String> argv) {
        List<String> wrapped = new ArrayList<>(UNSHARE);
        wrapped.addAll(argv);
        return wrapped;
    }

    /** Throws, naming the way out, when this kernel gives no such namespace to a plain user. */
    public static void requirePossible() {
        Command.Result result;
        try {
            result = Command.of(command(List.of("true"))).within(Duration.ofSeconds(10)).run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while trying a user namespace", e);
        }
        if (!result.good()) {
            throw new ExecutorException(
                    "this system allows no user namespaces to unprivileged users (%s): start mcpsf with sudo, or %s"
                            .formatted(result.complaint(), mend()));
        }
    }

    /** The command by which an administrator allows it here. */
    static String mend() {
        if (Files.exists(Path.of("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"))) {
            return "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0";
        }
        if (Files.exists(Path.of("/proc/sys/kernel/unprivileged_userns_clone"))) {
            return "sudo sysctl kernel.unprivileged_userns_clone=1";
        }
        return "sudo sysctl user.max_user_namespaces=15000";
    }

    static void requirePower() {
        if (needed()) {
            requirePossible();
            throw new ExecutorException(
                    "a sandbox needs root or a user namespace: start mcpsf with sudo, or as `"
                            + String.join(" ", command(List.of("mcpsf")))
                            + " …`");
        }
    }
}
