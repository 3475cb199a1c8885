/** What changed in the places a sample may write. */
@NullMarked
package io.mcpsf.observe.files;

import org.jspecify.annotations.NullMarked;
