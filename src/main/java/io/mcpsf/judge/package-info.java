/** Evidence weighed: rules, chains, verdict and score. Pure: no clock, file, net or thread. */
@NullMarked
package io.mcpsf.judge;

import org.jspecify.annotations.NullMarked;
