/** Personal data in texts: found, replaced by tokens of the same form, and put back. */
@NullMarked
package io.mcpsf.broker.privacy;

import org.jspecify.annotations.NullMarked;
