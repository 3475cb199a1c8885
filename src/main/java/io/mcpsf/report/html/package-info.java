/** The report as one page: it opens from disk, asks nothing of any network, and prints. */
@NullMarked
package io.mcpsf.report.html;

import org.jspecify.annotations.NullMarked;
