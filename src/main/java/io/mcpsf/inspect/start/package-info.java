/** How a server is started: derived from its files, and corrected after failed starts. */
@NullMarked
package io.mcpsf.inspect.start;

import org.jspecify.annotations.NullMarked;
