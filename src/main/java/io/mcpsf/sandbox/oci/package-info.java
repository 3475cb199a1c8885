/** Sandboxes on standalone OCI runtimes (crun, runc, gVisor), from bundles that we write. */
@NullMarked
package io.mcpsf.sandbox.oci;

import org.jspecify.annotations.NullMarked;
