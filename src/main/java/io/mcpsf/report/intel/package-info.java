/** What is passed on to others: indicators, and the techniques seen. */
@NullMarked
package io.mcpsf.report.intel;

import org.jspecify.annotations.NullMarked;
