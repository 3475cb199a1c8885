/**
 * Downloads from registries with limits on size, time and redirects, and on where a credential is
 * sent.
 */
@NullMarked
package io.mcpsf.acquire.net;

import org.jspecify.annotations.NullMarked;
