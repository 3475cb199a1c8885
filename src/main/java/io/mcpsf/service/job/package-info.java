/** Jobs from submission to result, and what all of them together know. */
@NullMarked
package io.mcpsf.service.job;

import org.jspecify.annotations.NullMarked;
