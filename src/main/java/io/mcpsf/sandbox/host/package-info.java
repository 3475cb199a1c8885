/**
 * What every sandbox on this host is made of, whatever starts it: its folder and journal, its user
 * ids, its files, its system call filter, and the removal of what a killed process left.
 */
@NullMarked
package io.mcpsf.sandbox.host;

import org.jspecify.annotations.NullMarked;
