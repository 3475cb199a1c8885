/** The dashboard in a real browser. */
@org.jspecify.annotations.NullMarked
package io.mcpsf.dashboard;
