/**
 * MCP servers whose tools are called by code: kept by name, started guarded, reached by a socket.
 */
@NullMarked
package io.mcpsf.run.tools;

import org.jspecify.annotations.NullMarked;
