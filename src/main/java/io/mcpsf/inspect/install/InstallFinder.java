package io.mcpsf.inspect.install;

import io.mcpsf.model.Target;

import java.nio.file.Path;
import java.util.List;

/** Finds out how an artifact is installed. */
public final class InstallFinder {

    private InstallFinder() {}

    /** Packages of a registry are installed by their name, as people do; folders as they lie. */
    public static InstallPlan plan(Target target, String version, Path root) {
        return folder(root);
    }

    private static InstallPlan folder(Path root) {
        InstallPlan node = NodeInstall.folder(root);
        return node instanceof InstallPlan.Nothing ? orPython(root, node) : node;
    }

    private static InstallPlan orPython(Path root, InstallPlan node) {
        InstallPlan python = PythonInstall.folder(root, List.of());
        return python instanceof InstallPlan.Nothing ? node : python;
    }
}
