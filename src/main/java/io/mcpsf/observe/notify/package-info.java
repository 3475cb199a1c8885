/** The sensor in the system call interface: seccomp user notification answered from outside. */
@NullMarked
package io.mcpsf.observe.notify;

import org.jspecify.annotations.NullMarked;
