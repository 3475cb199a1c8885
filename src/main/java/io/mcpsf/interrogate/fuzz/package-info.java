/**
 * The rude questions: hostile values made from each tool's schema, sent with a mark in each, and
 * the effects by which they prove themselves.
 */
@NullMarked
package io.mcpsf.interrogate.fuzz;

import org.jspecify.annotations.NullMarked;
