/** What build servers read: SARIF for code scanning, JUnit for test reports. */
@NullMarked
package io.mcpsf.report.ci;

import org.jspecify.annotations.NullMarked;
