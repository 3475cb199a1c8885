/** Reads what was installed: packages, advisories, code. */
@NullMarked
package io.mcpsf.run.inspection;

import org.jspecify.annotations.NullMarked;
