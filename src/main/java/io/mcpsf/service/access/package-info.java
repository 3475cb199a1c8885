/** Who may do what: keys, sessions, limits, and the log of who did. */
@NullMarked
package io.mcpsf.service.access;

import org.jspecify.annotations.NullMarked;
