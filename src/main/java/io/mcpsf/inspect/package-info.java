/** What can be learned about an artifact without running it. */
@NullMarked
package io.mcpsf.inspect;

import org.jspecify.annotations.NullMarked;
