/**
 * Syntax trees from a C program that is built here, runs in a separate process and may crash at any
 * time.
 */
@NullMarked
package io.mcpsf.inspect.code.parser;

import org.jspecify.annotations.NullMarked;
