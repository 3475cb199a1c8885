/** Sandboxes on a Docker engine, driven through its command line. */
@NullMarked
package io.mcpsf.sandbox.docker;

import org.jspecify.annotations.NullMarked;
