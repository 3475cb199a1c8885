/** The user's word for a source, turned into a target. Pure. */
@NullMarked
package io.mcpsf.source;

import org.jspecify.annotations.NullMarked;
