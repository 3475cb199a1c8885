/** Finds instructions to a model in what a server says. Pure. */
@NullMarked
package io.mcpsf.judge.poison;

import org.jspecify.annotations.NullMarked;
