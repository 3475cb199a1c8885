/**
 * Code that an agent wrote: its language, what the scan of it means under a policy, and the log of
 * one execution. Runs nothing.
 */
@NullMarked
package io.mcpsf.exec;

import org.jspecify.annotations.NullMarked;
