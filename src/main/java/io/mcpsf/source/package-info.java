/** Parses what the user typed into a target. Pure. */
@NullMarked
package io.mcpsf.source;

import org.jspecify.annotations.NullMarked;
