/** Scanners at work on a project of the user's own, each in a sandbox that reaches nothing else. */
@NullMarked
package io.mcpsf.run.scanning;

import org.jspecify.annotations.NullMarked;
