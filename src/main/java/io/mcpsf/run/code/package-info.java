/** Runs an agent's code in the sandbox under a policy and records what it did. */
@NullMarked
package io.mcpsf.run.code;

import org.jspecify.annotations.NullMarked;
