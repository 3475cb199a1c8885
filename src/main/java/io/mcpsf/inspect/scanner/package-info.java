/** Scanners of others that happen to be installed on this machine. */
@NullMarked
package io.mcpsf.inspect.scanner;

import org.jspecify.annotations.NullMarked;
