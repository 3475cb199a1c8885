/** Least-privilege profiles for other sandboxes, from observed behaviour. */
@NullMarked
package io.mcpsf.report.profile;

import org.jspecify.annotations.NullMarked;
