/** The chamber on a Docker or Podman engine, driven through its command line. */
@NullMarked
package io.mcpsf.sandbox.docker;

import org.jspecify.annotations.NullMarked;
