package io.mcpsf.observe.ebpf;

import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.Sent;
import io.mcpsf.observe.SocketAddress;
import io.mcpsf.observe.ebpf.CallRecord.Peers;

/**
 * Connections, bound ports and addressed sends. Whom a socket is connected to, and what it is bound
 * to, is the kernel's word; where it has none, the address is the sample's.
 */
final class SocketsTold {

    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int MULTIPATH_TCP = 262;

    /** Whether that was such a call. */
    boolean told(CallRecord record, Pen pen) {
        switch (record.call().name()) {
            case "connect" -> connected(record, pen);
            case "bind" -> bound(record, pen);
            case "listen" -> listened(record, pen);
            case "sendto" -> sent(record, pen);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** In words, a stream that leads into the network; empty for all others. */
    static String network(Peers peers) {
        String transport = transport(peers.family(), peers.protocol());
        if (!transport.equals("tcp") && !transport.equals("udp")) {
            return "";
        }
        SocketAddress peer = peers.peer();
        return transport + " socket" + (peer.port() == 0 ? "" : " to " + peer.words());
    }

    private static void connected(CallRecord record, Pen pen) {
        SocketAddress claimed = claimed(record);
        SocketAddress kernels = record.peers().peer();
        SocketAddress peer = kernels.port() == 0 ? claimed : kernels;
        if (claimed.family() != SocketAddress.UNSPECIFIED || kernels.port() != 0) {
            pen.saw(
                    Sense.SOCKETS,
                    new Connected(transport(record, peer.family()), peer.address(), peer.port()));
        }
    }

    private static void bound(CallRecord record, Pen pen) {
        SocketAddress claimed = claimed(record);
        SocketAddress kernels = record.peers().own();
        SocketAddress own = record.call().failed() || kernels.port() == 0 ? claimed : kernels;
        if (own.family() != SocketAddress.NETLINK) {
            pen.saw(
                    Sense.SOCKETS,
                    new Bound(transport(record, own.family()), own.address(), own.port()));
        }
    }

    private static void listened(CallRecord record, Pen pen) {
        SocketAddress own = record.peers().own();
        String where = own.network() ? " " + own.words() : "";
        pen.saw(Sense.SOCKETS, new CallNoted("listen", transport(record, own.family()) + where));
    }

    private static void sent(CallRecord record, Pen pen) {
        SocketAddress to = claimed(record);
        if (to.network()) {
            pen.saw(
                    Sense.SOCKETS,
                    new Sent(
                            transport(record, to.family()),
                            to.address(),
                            to.port(),
                            Math.max(0, record.call().argument(2)),
                            ""));
        }
    }

    private static SocketAddress claimed(CallRecord record) {
        return SocketAddress.read(record.texts().third());
    }

    private static String transport(CallRecord record, int family) {
        Peers peers = record.peers();
        return peers.family() == 0
                ? SocketAddress.name(family)
                : transport(peers.family(), peers.protocol());
    }

    private static String transport(int family, int protocol) {
        boolean network = family == SocketAddress.INET || family == SocketAddress.INET6;
        if (network && (protocol == TCP || protocol == MULTIPATH_TCP)) {
            return "tcp";
        }
        return network && protocol == UDP ? "udp" : SocketAddress.name(family);
    }
}
