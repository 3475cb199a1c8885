/** Runs a server in the sandbox for a real client, under a policy. */
@NullMarked
package io.mcpsf.run.guarded;

import org.jspecify.annotations.NullMarked;
