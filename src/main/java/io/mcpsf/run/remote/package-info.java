/** Our own MCP server for clients that are elsewhere. */
@NullMarked
package io.mcpsf.run.remote;

import org.jspecify.annotations.NullMarked;
