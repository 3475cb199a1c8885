/** Versions and ranges exactly as npm and PyPI order and read them. */
@NullMarked
package io.mcpsf.version;

import org.jspecify.annotations.NullMarked;
