package io.mcpsf.run.scene;

import java.nio.file.Path;

/** A tree that is ready to be started, and where the sandbox shows it. */
public record InstalledTree(Path tree, String shownAt) {}
