/** What a sandbox used of cpu, memory and processes, read from its cgroup. */
@NullMarked
package io.mcpsf.observe.resources;

import org.jspecify.annotations.NullMarked;
