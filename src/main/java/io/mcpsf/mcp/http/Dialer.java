package io.mcpsf.mcp.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Opens connections to where the server is: into a sandbox, to this machine, or over TLS to another
 * host. Only this knows which network it is; the wire knows names and ports.
 */
@FunctionalInterface
public interface Dialer {

    /**
     * A connection within that time. With {@code tls} the certificate has been checked for the
     * host.
     */
    Connection dial(String host, int port, boolean tls, Duration atMost) throws IOException;

    /** Two streams. Closing ends a read or write that waits in another thread. */
    interface Connection extends Closeable {

        InputStream in() throws IOException;

        OutputStream out() throws IOException;
    }
}
