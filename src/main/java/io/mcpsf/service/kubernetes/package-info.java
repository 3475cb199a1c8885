/** Jobs of the queue as Jobs of a Kubernetes cluster, and what runs in their pods. */
@NullMarked
package io.mcpsf.service.kubernetes;

import org.jspecify.annotations.NullMarked;
