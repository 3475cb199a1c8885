/** Our own HTTP access: proxies, certificates and time-outs, the same for every client. */
@NullMarked
package io.mcpsf.web;

import org.jspecify.annotations.NullMarked;
