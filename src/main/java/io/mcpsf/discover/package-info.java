/**
 * The MCP servers that people have configured in their clients: which files clients keep, what
 * stands in them, and what is wrong with it. Files are read and nothing is started.
 */
@NullMarked
package io.mcpsf.discover;

import org.jspecify.annotations.NullMarked;
