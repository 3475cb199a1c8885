/** The service over HTTP, as openapi.yaml has it. */
@NullMarked
package io.mcpsf.service.api;

import org.jspecify.annotations.NullMarked;
