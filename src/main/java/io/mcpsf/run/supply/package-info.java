/**
 * Everything that is not the sample's own: registries, tools, cached installations, allowed egress.
 */
@NullMarked
package io.mcpsf.run.supply;

import org.jspecify.annotations.NullMarked;
