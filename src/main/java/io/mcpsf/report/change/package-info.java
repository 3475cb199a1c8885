/** What differs: between two cases, and between a server's tools and how they were pinned. */
@NullMarked
package io.mcpsf.report.change;

import org.jspecify.annotations.NullMarked;
