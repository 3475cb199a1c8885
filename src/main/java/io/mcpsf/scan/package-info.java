/**
 * Scanners for the user's own project: what they may be asked to do, their arguments, and how their
 * output is parsed. They run in a sandbox that is not created here.
 */
@NullMarked
package io.mcpsf.scan;

import org.jspecify.annotations.NullMarked;
