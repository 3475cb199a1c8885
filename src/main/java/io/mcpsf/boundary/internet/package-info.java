/** What the fake internet says: plausible answers kept as data, and harmless second stages. */
@NullMarked
package io.mcpsf.boundary.internet;

import org.jspecify.annotations.NullMarked;
