/** Names: reading questions, deciding which names exist, answering. Pure, no sockets. */
@NullMarked
package io.mcpsf.boundary.dns;

import org.jspecify.annotations.NullMarked;
