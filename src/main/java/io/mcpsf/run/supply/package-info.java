/** Everything that is not the sample's own: registries, tools, earlier installations, ways out. */
@NullMarked
package io.mcpsf.run.supply;

import org.jspecify.annotations.NullMarked;
