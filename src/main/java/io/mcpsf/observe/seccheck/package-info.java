/** Watches a sandbox through the trace sessions of gVisor's kernel. */
@NullMarked
package io.mcpsf.observe.seccheck;

import org.jspecify.annotations.NullMarked;
