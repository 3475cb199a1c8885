/**
 * The MCP servers configured in clients: which files clients keep, what is in them, and what is
 * wrong with it. Reads files and starts nothing.
 */
@NullMarked
package io.mcpsf.discover;

import org.jspecify.annotations.NullMarked;
