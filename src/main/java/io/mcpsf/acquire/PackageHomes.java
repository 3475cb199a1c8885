package io.mcpsf.acquire;

import io.mcpsf.model.Target;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Which registries have a package of a name. A registry that does not answer counts as having it
 * when it is npm, which the name meant before anybody asked; whoever fetches it then is told why it
 * can't be had.
 */
final class PackageHomes {

    private final Asking npm;
    private final Asking pypi;

    PackageHomes(Asking npm, Asking pypi) {
        this.npm = npm;
        this.pypi = pypi;
    }

    /** Whether a registry has a package. */
    @FunctionalInterface
    interface Asking {
        boolean has(String name) throws InterruptedException;
    }

    /** Both are asked at once; the list is empty when neither has it. */
    List<Target> of(String name, String version) throws InterruptedException {
        var homes = new ArrayList<Target>();
        try (var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> node = tasks.submit(() -> npm.has(name));
            Future<Boolean> python = tasks.submit(() -> pypi.has(name));
            if (answer(node, true)) {
                homes.add(new Target.Npm(name, version));
            }
            if (answer(python, false)) {
                homes.add(new Target.Pypi(name, version));
            }
        }
        return homes;
    }

    private static boolean answer(Future<Boolean> asked, boolean otherwise)
            throws InterruptedException {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AcquireException) {
                return otherwise;
            }
            throw new IllegalStateException("cannot look up a name", e.getCause());
        }
    }
}
