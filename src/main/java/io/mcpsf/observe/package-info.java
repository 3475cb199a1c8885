/** Sensors: what watches a sandbox from outside, and how well it could see. */
@NullMarked
package io.mcpsf.observe;

import org.jspecify.annotations.NullMarked;
