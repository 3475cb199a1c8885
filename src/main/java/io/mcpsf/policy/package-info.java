/**
 * What a sandbox may do: the record, how it is read from a file, how layers are merged, and how it
 * is explained. What a policy does not name is denied. Enforces nothing.
 */
@NullMarked
package io.mcpsf.policy;

import org.jspecify.annotations.NullMarked;
