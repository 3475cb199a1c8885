/** Reads what a server says to a model as a person would who distrusts it. Pure. */
@NullMarked
package io.mcpsf.judge.poison;

import org.jspecify.annotations.NullMarked;
