/** What is known to be wrong with packages, and how bad it is. */
@NullMarked
package io.mcpsf.inspect.advisory;

import org.jspecify.annotations.NullMarked;
