/** Cases on disk. */
@NullMarked
package io.mcpsf.store;

import org.jspecify.annotations.NullMarked;
