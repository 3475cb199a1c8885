package io.mcpsf.run.install;

import io.mcpsf.inspect.start.TreeKind;
import io.mcpsf.run.scene.InstalledTree;
import io.mcpsf.run.supply.Toolbox;

/** A sample that can be started: its tree, what kind of tree it is, and the tools it runs with. */
public record Prepared(InstalledTree installed, TreeKind hint, Toolbox tools) {}
