/** The other end: a command line that has its work done by a service. */
@NullMarked
package io.mcpsf.service.client;

import org.jspecify.annotations.NullMarked;
