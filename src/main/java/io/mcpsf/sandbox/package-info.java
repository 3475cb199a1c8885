/** What a sandbox is, what starts one, and what it guarantees. */
@NullMarked
package io.mcpsf.sandbox;

import org.jspecify.annotations.NullMarked;
