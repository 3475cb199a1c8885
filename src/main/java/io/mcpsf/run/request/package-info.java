/** What a user asks for, and what is told back while it is done. */
@NullMarked
package io.mcpsf.run.request;

import org.jspecify.annotations.NullMarked;
