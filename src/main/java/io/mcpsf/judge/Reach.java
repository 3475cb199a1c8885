package io.mcpsf.judge;

import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.ProxyUsed;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.Sent;

import java.net.InetAddress;

/** How far away an address is. */
enum Reach {
    /** No network at all: a unix socket or another local family. */
    LOCAL,
    LOOPBACK,
    /** Every address of the machine at once (0.0.0.0, ::). */
    ANY,
    /** Addresses that only a neighbour has; cloud metadata lives here. */
    LINK,
    PRIVATE,
    PUBLIC;

    static Reach of(Connected what) {
        return of(what.transport(), what.address());
    }

    static Reach of(Bound what) {
        return of(what.transport(), what.address());
    }

    static Reach of(Sent what) {
        return of(what.transport(), what.address());
    }

    static Reach of(FlowOpened what) {
        return of(what.transport(), what.address());
    }

    static Reach of(PacketSent what) {
        return of("tcp", what.address());
    }

    static Reach of(ProxyUsed what) {
        return of("tcp", what.address());
    }

    /** How far away a resolver is, with or without its port. */
    static Reach ofResolver(String resolver) {
        return of("udp", Hosts.of(resolver));
    }

    boolean away() {
        return this == LINK || this == PRIVATE || this == PUBLIC;
    }

    private static Reach of(String transport, String address) {
        if (!transport.equals("tcp") && !transport.equals("udp")) {
            return LOCAL;
        }
        InetAddress literal;
        try {
            literal = InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException _) {
            return address.equals("localhost") ? LOOPBACK : PUBLIC;
        }
        if (literal.isLoopbackAddress()) {
            return LOOPBACK;
        }
        if (literal.isAnyLocalAddress()) {
            return ANY;
        }
        if (literal.isLinkLocalAddress()) {
            return LINK;
        }
        byte[] bytes = literal.getAddress();
        boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
        // What providers number their customers with; the fake internet's own side has it too.
        boolean shared = bytes.length == 4 && bytes[0] == 100 && (bytes[1] & 0xc0) == 64;
        return literal.isSiteLocalAddress() || uniqueLocal || shared ? PRIVATE : PUBLIC;
    }
}
