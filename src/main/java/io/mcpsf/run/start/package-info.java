/** Starts the server until it lists its tools, and restarts it after a crash. */
@NullMarked
package io.mcpsf.run.start;

import org.jspecify.annotations.NullMarked;
