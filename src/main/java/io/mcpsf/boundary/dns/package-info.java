/** DNS: parses queries, decides which names exist, answers. Pure, no sockets. */
@NullMarked
package io.mcpsf.boundary.dns;

import org.jspecify.annotations.NullMarked;
