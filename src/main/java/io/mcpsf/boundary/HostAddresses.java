package io.mcpsf.boundary;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** How the name of a real host becomes addresses. */
@FunctionalInterface
public interface HostAddresses {

    InetAddress[] of(String host) throws UnknownHostException;
}
