/**
 * Unpacks hostile archives within limits: nothing is written outside the target folder, and nothing
 * but files, folders and inner links is written at all.
 */
@NullMarked
package io.mcpsf.os.unpack;

import org.jspecify.annotations.NullMarked;
