package io.mcpsf.inspect.install;

import io.mcpsf.model.Target;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Finds out how an artifact is installed. */
public final class InstallFinder {

    /**
     * Which versions of its libraries a package is installed with: within constraints, and none
     * that is younger than a day, where one is given.
     */
    public record Libraries(List<String> constraints, Optional<LocalDate> until) {
        public Libraries {
            constraints = List.copyOf(constraints);
        }

        /** As an option that takes the day, or nothing. */
        String option(String name) {
            return until.map(day -> name + day).orElse("");
        }
    }

    private InstallFinder() {}

    /** Packages of a registry are installed by their name, as people do; folders as they lie. */
    public static InstallPlan plan(Target target, String version, Path root, Libraries libraries) {
        return switch (target) {
            case Target.Npm npm -> NodeInstall.published(npm.name(), version, root, libraries);
            case Target.Pypi pypi -> PythonInstall.published(pypi.name(), version, root, libraries);
            default -> folder(root, libraries.constraints());
        };
    }

    private static InstallPlan folder(Path root, List<String> constraints) {
        InstallPlan node = NodeInstall.folder(root);
        return node instanceof InstallPlan.Nothing ? orPython(root, node, constraints) : node;
    }

    private static InstallPlan orPython(Path root, InstallPlan node, List<String> constraints) {
        InstallPlan python = PythonInstall.folder(root, constraints);
        return python instanceof InstallPlan.Nothing ? node : python;
    }
}
