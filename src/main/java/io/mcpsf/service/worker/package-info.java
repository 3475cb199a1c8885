/** Takes jobs from the queue and has each run by a process of its own. */
@NullMarked
package io.mcpsf.service.worker;

import org.jspecify.annotations.NullMarked;
