/** What holds the gate itself, bin/check: which tests may run where. */
@NullMarked
package io.mcpsf.gate;

import org.jspecify.annotations.NullMarked;
