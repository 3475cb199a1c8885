/** The packages of an installed tree and how they depend on each other. */
@NullMarked
package io.mcpsf.inspect.deps;

import org.jspecify.annotations.NullMarked;
