package io.mcpsf.model;

/** What is done with sockets, as it is asked for. */
public sealed interface SocketObservation extends Observation {

    @Override
    default Sense sense() {
        return Sense.SOCKETS;
    }

    @Override
    default Proof vouchedBy() {
        return Proof.KERNEL;
    }

    /**
     * The content of a decoy was found on its way out. {@code where} is ours: the channel (argv,
     * socket, dns, tls, http, websocket, smtp, tcp, udp, quic, icmp, raw, postgresql, mysql, redis,
     * mongodb, result, stderr, file); {@code encoding} is ours: how it was wrapped (plain, base64,
     * gzip+hex…).
     */
    record BaitLeft(String bait, String kind, String where, String destination, String encoding)
            implements SocketObservation {
        @Override
        public Sense sense() {
            return Sense.SOCKETS;
        }

        @Override
        public Proof vouchedBy() {
            return switch (where) {
                case "argv", "file" -> Proof.KERNEL;
                case "result", "stderr" -> Proof.PROTOCOL;
                default -> Proof.NETWORK;
            };
        }
    }

    /**
     * A connection was asked for. {@code transport} is ours: tcp, udp, unix or another family's
     * name.
     */
    record Connected(String transport, String address, int port) implements SocketObservation {}

    /** An address was asked to be bound to a socket. */
    record Bound(String transport, String address, int port) implements SocketObservation {}

    /** Data was sent to an address without a connection; {@code excerpt} is the beginning of it. */
    record Sent(String transport, String address, int port, long bytes, String excerpt)
            implements SocketObservation {}

    /** A name was asked of a resolver. */
    record DnsAsked(String name, String type, String resolver) implements SocketObservation {
        @Override
        public Sense sense() {
            return Sense.SOCKETS;
        }

        @Override
        public Proof vouchedBy() {
            return Proof.NETWORK;
        }
    }
}
