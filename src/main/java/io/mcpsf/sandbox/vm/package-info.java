/**
 * A virtual machine for each run of code: QEMU in a sandbox of another executor, with a kernel of
 * its own. Everything that comes out of a guest is hostile.
 */
@NullMarked
package io.mcpsf.sandbox.vm;

import org.jspecify.annotations.NullMarked;
