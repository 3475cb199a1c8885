/** The chamber: what a sandbox is, what starts one, and what it promises. */
@NullMarked
package io.mcpsf.sandbox;

import org.jspecify.annotations.NullMarked;
