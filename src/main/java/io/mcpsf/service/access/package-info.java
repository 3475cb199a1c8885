/** Access control: keys, sessions, limits, and the audit log. */
@NullMarked
package io.mcpsf.service.access;

import org.jspecify.annotations.NullMarked;
