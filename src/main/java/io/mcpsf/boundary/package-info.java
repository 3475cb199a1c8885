/** The fake internet: the whole network of a sandbox, answered, recorded and searched by us. */
@NullMarked
package io.mcpsf.boundary;

import org.jspecify.annotations.NullMarked;
