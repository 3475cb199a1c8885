/** Takes jobs from the queue and runs each in a separate process. */
@NullMarked
package io.mcpsf.service.worker;

import org.jspecify.annotations.NullMarked;
