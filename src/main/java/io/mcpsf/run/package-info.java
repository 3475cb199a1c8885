/** The conductor of an assessment: the only one that knows the order. */
@NullMarked
package io.mcpsf.run;

import org.jspecify.annotations.NullMarked;
