/** Judges evidence: rules, chains, verdict and score. Pure: no clock, file, network or thread. */
@NullMarked
package io.mcpsf.judge;

import org.jspecify.annotations.NullMarked;
