/** The code of the installed tree, read on syntax trees before it is run. */
@NullMarked
package io.mcpsf.inspect.code;

import org.jspecify.annotations.NullMarked;
