/**
 * Syntax trees, made by a program of C that is built here, runs apart from us and may fail at any
 * time.
 */
@NullMarked
package io.mcpsf.inspect.code.parser;

import org.jspecify.annotations.NullMarked;
