/** Writes the evidence and publishes it to live viewers. */
@NullMarked
package io.mcpsf.run.record;

import org.jspecify.annotations.NullMarked;
