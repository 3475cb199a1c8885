/** Lets the command line run assessments on a service. */
@NullMarked
package io.mcpsf.service.client;

import org.jspecify.annotations.NullMarked;
