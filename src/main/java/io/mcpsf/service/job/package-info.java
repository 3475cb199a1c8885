/** Jobs from submission to result, and search and statistics over all of them. */
@NullMarked
package io.mcpsf.service.job;

import org.jspecify.annotations.NullMarked;
