/** The only place that starts processes; undo stacks, temporary trees, bounded copying. */
@NullMarked
package io.mcpsf.os;

import org.jspecify.annotations.NullMarked;
