/** The service: jobs over HTTP, a queue in a database, workers that run them. */
@NullMarked
package io.mcpsf.service;

import org.jspecify.annotations.NullMarked;
