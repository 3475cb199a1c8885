/** The tree of packages as a bill of materials in the forms that others read. */
@NullMarked
package io.mcpsf.inspect.sbom;

import org.jspecify.annotations.NullMarked;
