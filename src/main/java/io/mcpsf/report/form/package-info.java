/** The formats of a report, and the files of a case folder. */
@NullMarked
package io.mcpsf.report.form;

import org.jspecify.annotations.NullMarked;
