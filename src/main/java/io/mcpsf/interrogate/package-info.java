/** The MCP session with a server, step by step. */
@NullMarked
package io.mcpsf.interrogate;

import org.jspecify.annotations.NullMarked;
