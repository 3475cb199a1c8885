/**
 * How an artifact is installed, read from its files: which package manager, and what to say to it.
 */
@NullMarked
package io.mcpsf.inspect.install;

import org.jspecify.annotations.NullMarked;
