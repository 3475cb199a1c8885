/**
 * The attacks: payloads made from each tool's schema, each with a marker, and the effects that
 * prove them.
 */
@NullMarked
package io.mcpsf.interrogate.fuzz;

import org.jspecify.annotations.NullMarked;
