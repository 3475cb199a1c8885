/** What an artifact tells without being run. */
@NullMarked
package io.mcpsf.inspect;

import org.jspecify.annotations.NullMarked;
