/** CPU, memory and processes that a sandbox used, read from its cgroup. */
@NullMarked
package io.mcpsf.observe.resources;

import org.jspecify.annotations.NullMarked;
