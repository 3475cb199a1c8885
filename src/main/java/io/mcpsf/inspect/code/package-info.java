/** Static analysis of the installed tree on syntax trees. */
@NullMarked
package io.mcpsf.inspect.code;

import org.jspecify.annotations.NullMarked;
