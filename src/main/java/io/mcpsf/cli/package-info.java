/** The command line: arguments in, exit code out, no decisions. */
@NullMarked
package io.mcpsf.cli;

import org.jspecify.annotations.NullMarked;
