/** Versions and ranges, ordered and parsed exactly as by npm and PyPI. */
@NullMarked
package io.mcpsf.version;

import org.jspecify.annotations.NullMarked;
