/** The HTTP API, as described in openapi.yaml. */
@NullMarked
package io.mcpsf.service.api;

import org.jspecify.annotations.NullMarked;
