/**
 * Archives from strangers, written to disk within bounds: nothing lands outside of its folder, and
 * nothing that is no file, folder or inner link lands at all.
 */
@NullMarked
package io.mcpsf.os.unpack;

import org.jspecify.annotations.NullMarked;
