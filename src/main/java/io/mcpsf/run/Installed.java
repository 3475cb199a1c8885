package io.mcpsf.run;

import java.nio.file.Path;

/** A tree that is ready to be started, and where the sandbox shows it. */
record Installed(Path tree, String shownAt) {}
