/** MCP over HTTP: streamable and event streams, by our own hands, over connections handed in. */
@NullMarked
package io.mcpsf.mcp.http;

import org.jspecify.annotations.NullMarked;
