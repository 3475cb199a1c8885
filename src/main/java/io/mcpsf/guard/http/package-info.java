/** Serves MCP over HTTP to remote clients, each session as one end of a relay. */
@NullMarked
package io.mcpsf.guard.http;

import org.jspecify.annotations.NullMarked;
