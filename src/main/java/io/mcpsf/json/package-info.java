/** Bounded reading, canonical writing, and the codecs of the model. */
@NullMarked
package io.mcpsf.json;

import org.jspecify.annotations.NullMarked;
