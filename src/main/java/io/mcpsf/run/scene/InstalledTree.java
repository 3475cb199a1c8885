package io.mcpsf.run.scene;

import io.mcpsf.sandbox.World;

import java.nio.file.Path;

/**
 * A tree that is ready to be started, where the sandbox shows it, and whose operating system is
 * around it: that of an image holds the tree already.
 */
public record InstalledTree(Path tree, String shownAt, World.Base base) {

    /** Around it is the host's. */
    public InstalledTree(Path tree, String shownAt) {
        this(tree, shownAt, new World.Base.OfHost());
    }

    boolean inImage() {
        return base instanceof World.Base.OfImage;
    }
}
