/** What changed in the folders that a sample may write to. */
@NullMarked
package io.mcpsf.observe.files;

import org.jspecify.annotations.NullMarked;
