/** Findings as the events that a SIEM collects. */
@NullMarked
package io.mcpsf.report.siem;

import org.jspecify.annotations.NullMarked;
