/** Conducts an assessment: the only package that knows the order of the steps. */
@NullMarked
package io.mcpsf.run;

import org.jspecify.annotations.NullMarked;
