/** The packages that an installed tree holds, and how they hang together. */
@NullMarked
package io.mcpsf.inspect.deps;

import org.jspecify.annotations.NullMarked;
