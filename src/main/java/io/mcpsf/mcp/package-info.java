/** The wire: JSON-RPC frames byte for byte, with our parse of them. */
@NullMarked
package io.mcpsf.mcp;

import org.jspecify.annotations.NullMarked;
