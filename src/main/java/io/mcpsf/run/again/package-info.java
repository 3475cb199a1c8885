/** Starts the server a second time: for another client, a year later, on another kernel. */
@NullMarked
package io.mcpsf.run.again;

import org.jspecify.annotations.NullMarked;
