/** Writes the evidence and shows it to whoever watches. */
@NullMarked
package io.mcpsf.run.record;

import org.jspecify.annotations.NullMarked;
