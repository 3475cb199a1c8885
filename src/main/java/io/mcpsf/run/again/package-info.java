/**
 * Further starts of a server: as other clients, users and machines, on later dates, on another
 * kernel.
 */
@NullMarked
package io.mcpsf.run.again;

import org.jspecify.annotations.NullMarked;
