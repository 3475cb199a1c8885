/** Watches a sandbox through the eyes of gVisor's own kernel (its trace sessions). */
@NullMarked
package io.mcpsf.observe.seccheck;

import org.jspecify.annotations.NullMarked;
