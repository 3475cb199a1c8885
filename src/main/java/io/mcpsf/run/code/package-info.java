/** Runs an agent's code in the chamber, within a policy, and writes down what it did. */
@NullMarked
package io.mcpsf.run.code;

import org.jspecify.annotations.NullMarked;
