/**
 * MCP over HTTP: streamable HTTP and event streams, implemented here, over injected connections.
 */
@NullMarked
package io.mcpsf.mcp.http;

import org.jspecify.annotations.NullMarked;
