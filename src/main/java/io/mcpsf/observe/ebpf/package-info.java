/** The second witness: a program in the kernel that tells what was really opened and executed. */
@NullMarked
package io.mcpsf.observe.ebpf;

import org.jspecify.annotations.NullMarked;
