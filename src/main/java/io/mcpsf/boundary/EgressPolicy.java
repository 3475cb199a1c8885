package io.mcpsf.boundary;

import io.mcpsf.model.Cidr;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What may leave. Everything that is not named here is answered by the fake internet and goes
 * nowhere. Policies are values: one for the install, another for the calls.
 */
public record EgressPolicy(
        List<Allowed> allowed,
        List<Denied> denied,
        int maxConnections,
        Admission admission,
        LinkBounds bounds) {

    /** More than any honest server holds open at once. */
    public static final int CONNECTIONS = 256;

    public EgressPolicy {
        allowed = List.copyOf(allowed);
        denied = List.copyOf(denied);
        if (maxConnections < 1) {
            throw new IllegalArgumentException("at least one connection");
        }
    }

    /** Nothing leaves, everything is answered. */
    public static EgressPolicy sinkhole() {
        return new EgressPolicy(
                List.of(), List.of(), CONNECTIONS, Admission.none(), LinkBounds.usual());
    }

    /** For a server in use: what is admitted is reached, within so many connections at once. */
    public static EgressPolicy guarding(
            Admission admission, int maxConnections, LinkBounds bounds) {
        return new EgressPolicy(List.of(), List.of(), maxConnections, admission, bounds);
    }

    public EgressPolicy allowing(Allowed more) {
        var all = new ArrayList<>(allowed);
        all.add(more);
        return new EgressPolicy(all, denied, maxConnections, admission, bounds);
    }

    public EgressPolicy denying(Denied more) {
        var all = new ArrayList<>(denied);
        all.add(more);
        return new EgressPolicy(allowed, all, maxConnections, admission, bounds);
    }

    /**
     * A host that requests may be forwarded to. {@code readOnly} lets only GET and HEAD through, as
     * a package registry needs.
     */
    public record Allowed(String host, int port, boolean readOnly) {
        public Allowed {
            host = host.toLowerCase(Locale.ROOT);
            if (port < 1 || port > 65535) {
                throw new IllegalArgumentException("no such port: " + port);
            }
        }
    }

    /** Connections to these addresses and ports are refused instead of answered. */
    public record Denied(Cidr addresses, int fromPort, int toPort) {
        boolean covers(InetAddress address, int port) {
            return port >= fromPort && port <= toPort && addresses.contains(address);
        }
    }

    boolean denies(InetAddress address, int port) {
        return denied.stream().anyMatch(rule -> rule.covers(address, port));
    }

    Optional<Allowed> allows(String host, int port) {
        return allowed.stream()
                .filter(rule -> rule.port() == port && rule.host().equalsIgnoreCase(host))
                .findFirst();
    }
}
