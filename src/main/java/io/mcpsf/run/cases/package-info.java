/**
 * One assessment from the request to the evidence: here, of a running server, or in a container.
 */
@NullMarked
package io.mcpsf.run.cases;

import org.jspecify.annotations.NullMarked;
