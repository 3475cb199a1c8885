/** Small, capped fetching from registries: size, time, redirects and who sees which credential. */
@NullMarked
package io.mcpsf.acquire.net;

import org.jspecify.annotations.NullMarked;
