/**
 * Scanners for one's own project: what may be asked of them, the arguments that are written from
 * it, and how their answers are read. They run in a sandbox of their own, which is not made here.
 */
@NullMarked
package io.mcpsf.scan;

import org.jspecify.annotations.NullMarked;
