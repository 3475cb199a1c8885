/**
 * Sits between a real MCP client and a server in the sandbox: relays every frame byte for byte or
 * refuses it. Knows streams and frames, but nothing of sandbox and network.
 */
@NullMarked
package io.mcpsf.guard;

import org.jspecify.annotations.NullMarked;
