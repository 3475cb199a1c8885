/** HTTP as a server reads it from a hostile client: heads, bodies, WebSocket frames, HTTP/2. */
@NullMarked
package io.mcpsf.boundary.http;

import org.jspecify.annotations.NullMarked;
