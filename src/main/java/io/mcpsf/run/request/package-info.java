/** What a user requests, and the progress that is reported back. */
@NullMarked
package io.mcpsf.run.request;

import org.jspecify.annotations.NullMarked;
