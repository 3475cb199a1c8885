/** Runs scanners against the user's own project, each in a sandbox that reaches nothing else. */
@NullMarked
package io.mcpsf.run.scanning;

import org.jspecify.annotations.NullMarked;
