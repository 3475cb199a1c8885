/** Known vulnerabilities and malware among packages, and their severity. */
@NullMarked
package io.mcpsf.inspect.advisory;

import org.jspecify.annotations.NullMarked;
