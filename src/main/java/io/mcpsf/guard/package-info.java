/**
 * Between a real MCP client and a server in the chamber: every frame goes through byte for byte, or
 * a decision stands in its place. Knows streams and frames; sandbox and network are others'.
 */
@NullMarked
package io.mcpsf.guard;

import org.jspecify.annotations.NullMarked;
