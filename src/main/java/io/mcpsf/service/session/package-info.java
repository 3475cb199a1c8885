/** Sandboxes that stay open for a key, and the log of what ran in them. */
@NullMarked
package io.mcpsf.service.session;

import org.jspecify.annotations.NullMarked;
