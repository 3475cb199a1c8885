/**
 * Tools of MCP servers as functions in files. Pure: names, schemas and descriptions are hostile.
 */
@NullMarked
package io.mcpsf.exec.tools;

import org.jspecify.annotations.NullMarked;
