/** How a server is started: found in its files, and read from the starts that failed. */
@NullMarked
package io.mcpsf.inspect.start;

import org.jspecify.annotations.NullMarked;
