/** Reaches the server inside its sandbox and talks to it. */
@NullMarked
package io.mcpsf.run.question;

import org.jspecify.annotations.NullMarked;
