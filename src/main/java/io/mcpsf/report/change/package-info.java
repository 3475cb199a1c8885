/** Differences between two cases, and between a server's tools and their pins. */
@NullMarked
package io.mcpsf.report.change;

import org.jspecify.annotations.NullMarked;
