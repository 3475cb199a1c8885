/**
 * The vocabulary: records, sealed interfaces and enums. They validate themselves and do nothing.
 */
@NullMarked
package io.mcpsf.model;

import org.jspecify.annotations.NullMarked;
