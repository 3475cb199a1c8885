/** The forms that a report is told in, and the files of a case folder. */
@NullMarked
package io.mcpsf.report.form;

import org.jspecify.annotations.NullMarked;
