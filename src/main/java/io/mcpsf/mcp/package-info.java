/** The wire: JSON-RPC frames byte for byte, beside our reading of them. */
@NullMarked
package io.mcpsf.mcp;

import org.jspecify.annotations.NullMarked;
