/** Formats for CI systems: SARIF for code scanning, JUnit for test reports. */
@NullMarked
package io.mcpsf.report.ci;

import org.jspecify.annotations.NullMarked;
