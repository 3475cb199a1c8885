/** Bytes as they arrive: looking ahead, and recognising a protocol by its first words. */
@NullMarked
package io.mcpsf.boundary.wire;

import org.jspecify.annotations.NullMarked;
