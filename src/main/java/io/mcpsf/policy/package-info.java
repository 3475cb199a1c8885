/**
 * What may happen in a chamber: the record, how it is read from a file, how layers of it are
 * merged, and how it is told in words. Everything that a policy does not name is denied. Nothing
 * here enforces anything.
 */
@NullMarked
package io.mcpsf.policy;

import org.jspecify.annotations.NullMarked;
