/** Secrets of the user, sealed at rest, and the account of who got which. */
@NullMarked
package io.mcpsf.broker;

import org.jspecify.annotations.NullMarked;
