/** Connects to the server inside its sandbox and tests it. */
@NullMarked
package io.mcpsf.run.question;

import org.jspecify.annotations.NullMarked;
