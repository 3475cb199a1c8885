package io.mcpsf.observe.seccheck;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.Machine;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.observe.SocketAddress;
import io.mcpsf.observe.seccheck.Members.Member;
import io.mcpsf.observe.seccheck.Members.Socket;
import io.mcpsf.observe.seccheck.TraceTranslator.Pen;
import io.mcpsf.observe.seccheck.TraceTranslator.Teller;
import io.mcpsf.sandbox.CallPolicy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sockets: made, connected, bound, copied to other descriptors. What is sent is not told. */
final class SocketStory {

    private static final int SOCKET = CallNames.ours().number("socket");
    private static final int MOST_SOCKETS = 4096;
    private static final List<String> STREAMS = List.of("stdin", "stdout", "stderr");

    private final Pen pen;

    SocketStory(Pen pen) {
        this.pen = pen;
    }

    /** Standard streams that lead into the network, in words. */
    static List<String> streams(Member process) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < STREAMS.size(); i++) {
            Socket socket = process.sockets.get(i);
            if (socket != null
                    && (socket.transport.equals("tcp") || socket.transport.equals("udp"))) {
                String peer = socket.peer.isEmpty() ? "" : " to " + socket.peer;
                words.add(STREAMS.get(i) + " is a " + socket.transport + " socket" + peer);
            }
        }
        return words;
    }

    void made(Teller teller, WireMessage call) throws BadMessageException {
        int family = (int) call.number(4);
        int type = (int) call.number(5) & 0xF;
        int protocol = (int) call.number(6);
        var decision =
                CallPolicy.usual()
                        .decide(
                                Machine.ours().audit(),
                                SOCKET,
                                i -> i == 0 ? family : i == 1 ? call.number(5) : protocol);
        if (decision.fails()) {
            pen.saw(
                    teller.process(),
                    Sense.SYSCALLS,
                    new CallRefused(
                            "socket",
                            "%s type %d protocol %d"
                                    .formatted(SocketAddress.name(family), type, protocol),
                            Machine.ours().label()));
        }
        WireMessage exit = call.message(2);
        if (exit.number(2) == 0 && teller.process().sockets.size() < MOST_SOCKETS) {
            teller.process()
                    .sockets
                    .put((int) exit.number(1), new Socket(family, transport(family, type)));
        }
    }

    void connected(Teller teller, WireMessage call) {
        SocketAddress peer = address(call);
        if (peer.family() == SocketAddress.UNSPECIFIED) {
            return;
        }
        Socket socket = socket(teller.process(), (int) call.number(4), peer.family());
        socket.peer = peer.words();
        pen.saw(
                teller.process(),
                Sense.SOCKETS,
                new Connected(socket.transport, peer.address(), peer.port()));
    }

    void bound(Teller teller, WireMessage call) {
        SocketAddress own = address(call);
        if (own.family() == SocketAddress.NETLINK) {
            return;
        }
        Socket socket = socket(teller.process(), (int) call.number(4), own.family());
        socket.own = own.network() ? own.words() : own.address();
        pen.saw(
                teller.process(),
                Sense.SOCKETS,
                new Bound(socket.transport, own.address(), own.port()));
    }

    void listened(Teller teller, int descriptor) {
        Socket socket = socket(teller.process(), descriptor, SocketAddress.UNSPECIFIED);
        pen.saw(
                teller.process(),
                Sense.SOCKETS,
                new CallNoted("listen", (socket.transport + " " + socket.own).strip()));
    }

    /** One descriptor became another: of a socket, or of something else. */
    void copied(Teller teller, WireMessage call) throws BadMessageException {
        WireMessage exit = call.message(2);
        if (exit.number(2) == 0) {
            Socket socket = teller.process().sockets.get((int) call.number(4));
            if (socket == null) {
                replaced(teller.process(), (int) exit.number(1));
            } else if (teller.process().sockets.size() < MOST_SOCKETS) {
                teller.process().sockets.put((int) exit.number(1), socket);
            }
        }
    }

    /** A descriptor is something else now. */
    void replaced(Member process, int descriptor) {
        process.sockets.remove(descriptor);
    }

    private static Socket socket(Member process, int descriptor, int family) {
        Socket known = process.sockets.get(descriptor);
        if (known != null && (known.family == family || family == SocketAddress.UNSPECIFIED)) {
            return known;
        }
        var made = new Socket(family, SocketAddress.name(family));
        if (process.sockets.size() < MOST_SOCKETS) {
            process.sockets.put(descriptor, made);
        }
        return made;
    }

    private static SocketAddress address(WireMessage call) {
        byte[] bytes = call.bytes(6);
        return SocketAddress.read(
                Arrays.copyOf(bytes, Math.min(bytes.length, SocketAddress.LONGEST)));
    }

    private static String transport(int family, int type) {
        if (family == SocketAddress.INET || family == SocketAddress.INET6) {
            return switch (type) {
                case 1 -> "tcp";
                case 2 -> "udp";
                default -> SocketAddress.name(family);
            };
        }
        return SocketAddress.name(family);
    }
}
