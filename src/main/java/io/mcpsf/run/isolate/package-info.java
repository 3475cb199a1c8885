/** Chooses the runtime that isolates the sample, and checks what this host offers. */
@NullMarked
package io.mcpsf.run.isolate;

import org.jspecify.annotations.NullMarked;
