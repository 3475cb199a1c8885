/** Where the service keeps things: rows in a database, bytes in files or a bucket. */
@NullMarked
package io.mcpsf.service.storage;

import org.jspecify.annotations.NullMarked;
