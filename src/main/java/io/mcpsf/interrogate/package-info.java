/** The questions put to a server, in order. */
@NullMarked
package io.mcpsf.interrogate;

import org.jspecify.annotations.NullMarked;
