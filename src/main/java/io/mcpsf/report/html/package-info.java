/** The report as one HTML page that opens from disk, loads nothing and can be printed. */
@NullMarked
package io.mcpsf.report.html;

import org.jspecify.annotations.NullMarked;
