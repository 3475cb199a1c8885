/** TLS as the server of every name: reading hellos, minting certificates, logging keys. */
@NullMarked
package io.mcpsf.boundary.tls;

import org.jspecify.annotations.NullMarked;
