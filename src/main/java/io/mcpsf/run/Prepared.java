package io.mcpsf.run;

import io.mcpsf.inspect.start.Hint;

/** A sample that can be started: its tree, what kind of tree it is, and the tools it runs with. */
record Prepared(Installed installed, Hint hint, Toolbox tools) {}
