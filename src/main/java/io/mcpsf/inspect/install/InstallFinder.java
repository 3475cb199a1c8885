package io.mcpsf.inspect.install;

import io.mcpsf.model.Target;

import java.nio.file.Path;
import java.util.List;

/** Finds out how an artifact is installed. */
public final class InstallFinder {

    private InstallFinder() {}

    /** Packages of a registry are installed by their name, as people do; folders as they lie. */
    public static InstallPlan plan(
            Target target, String version, Path root, List<String> constraints) {
        return switch (target) {
            case Target.Npm npm -> NodeInstall.published(npm.name(), version, root);
            case Target.Pypi pypi ->
                    PythonInstall.published(pypi.name(), version, root, constraints);
            default -> folder(root, constraints);
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
