/** Third-party scanners that are installed on this machine. */
@NullMarked
package io.mcpsf.inspect.scanner;

import org.jspecify.annotations.NullMarked;
