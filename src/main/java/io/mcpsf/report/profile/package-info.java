/** The least that a server needs, from what it was seen to use, in the words of other sandboxes. */
@NullMarked
package io.mcpsf.report.profile;

import org.jspecify.annotations.NullMarked;
