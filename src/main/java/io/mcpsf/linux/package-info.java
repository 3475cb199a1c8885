/** Linux system calls through the Foreign Function API, thin and typed, with errno. */
@NullMarked
package io.mcpsf.linux;

import org.jspecify.annotations.NullMarked;
