/** Turns a target into an artifact: bytes that we hold and never execute on the host. */
@NullMarked
package io.mcpsf.acquire;

import org.jspecify.annotations.NullMarked;
