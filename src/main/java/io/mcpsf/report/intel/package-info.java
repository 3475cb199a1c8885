/** Threat intelligence: indicators, and the techniques seen. */
@NullMarked
package io.mcpsf.report.intel;

import org.jspecify.annotations.NullMarked;
