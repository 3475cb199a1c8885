/**
 * How an artifact is installed, derived from its files: which package manager, with which
 * arguments.
 */
@NullMarked
package io.mcpsf.inspect.install;

import org.jspecify.annotations.NullMarked;
