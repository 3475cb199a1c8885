/** The decoy home and its canaries, and the matcher that finds a canary in any bytes. */
@NullMarked
package io.mcpsf.bait;

import org.jspecify.annotations.NullMarked;
