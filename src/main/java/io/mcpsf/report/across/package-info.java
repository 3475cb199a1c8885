/** What servers could do together that none of them does alone. */
@NullMarked
package io.mcpsf.report.across;

import org.jspecify.annotations.NullMarked;
