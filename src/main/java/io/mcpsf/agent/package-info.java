/** mcpsf as an MCP server: an agent asks it to assess, to explain, to compare and to run code. */
@NullMarked
package io.mcpsf.agent;

import org.jspecify.annotations.NullMarked;
