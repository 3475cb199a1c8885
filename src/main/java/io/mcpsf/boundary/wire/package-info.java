/** Bytes as they arrive: peeking, and recognising a protocol by its first bytes. */
@NullMarked
package io.mcpsf.boundary.wire;

import org.jspecify.annotations.NullMarked;
