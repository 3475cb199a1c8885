/** The package tree as an SBOM in standard formats. */
@NullMarked
package io.mcpsf.inspect.sbom;

import org.jspecify.annotations.NullMarked;
