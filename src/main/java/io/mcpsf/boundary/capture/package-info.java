/** Frames: a bounded capture file with its keys inside, and reading what a frame carries. */
@NullMarked
package io.mcpsf.boundary.capture;

import org.jspecify.annotations.NullMarked;
