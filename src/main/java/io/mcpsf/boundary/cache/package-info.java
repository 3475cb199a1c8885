/** Answers of package registries, kept on disk for the next run. */
@NullMarked
package io.mcpsf.boundary.cache;

import org.jspecify.annotations.NullMarked;
