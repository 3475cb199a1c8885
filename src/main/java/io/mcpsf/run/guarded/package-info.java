/** Serves a server in the chamber to a real client, within a policy. */
@NullMarked
package io.mcpsf.run.guarded;

import org.jspecify.annotations.NullMarked;
