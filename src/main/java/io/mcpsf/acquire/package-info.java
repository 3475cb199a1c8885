/** A target turned into an artifact: bytes we hold, never executed on the host. */
@NullMarked
package io.mcpsf.acquire;

import org.jspecify.annotations.NullMarked;
