/** The chamber on standalone OCI runtimes: crun and runc on bundles that we write. */
@NullMarked
package io.mcpsf.sandbox.oci;

import org.jspecify.annotations.NullMarked;
