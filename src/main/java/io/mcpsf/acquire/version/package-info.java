/** Versions of packages, read and compared as npm and pip do. Pure. */
@NullMarked
package io.mcpsf.acquire.version;

import org.jspecify.annotations.NullMarked;
