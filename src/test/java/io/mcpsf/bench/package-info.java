/** Measures the budgets of docs/performance.md; started by bench/run, never by the test suite. */
@NullMarked
package io.mcpsf.bench;

import org.jspecify.annotations.NullMarked;
