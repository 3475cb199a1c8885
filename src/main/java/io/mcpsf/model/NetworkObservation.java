package io.mcpsf.model;

import java.util.List;

/** What reached the network around the sandbox. */
public sealed interface NetworkObservation extends Observation {

    @Override
    default Sense sense() {
        return Sense.NETWORK;
    }

    @Override
    default Proof vouchedBy() {
        return Proof.NETWORK;
    }

    /**
     * A connection reached our fake internet. {@code name} is the name that the address was given
     * for, or empty; {@code sourcePort} tells connections to the same place apart.
     */
    record FlowOpened(String transport, String address, int port, String name, int sourcePort)
            implements NetworkObservation {}

    /** A client opened TLS and trusted us. {@code fingerprint} is the JA4 of its hello. */
    record TlsOpened(String name, String address, int port, String protocol, String fingerprint)
            implements NetworkObservation {}

    /**
     * A client wanted TLS and broke off. {@code why} is ours; "pinned" begins it if it refused our
     * certificate.
     */
    record TlsFailed(String name, String address, int port, String why)
            implements NetworkObservation {}

    /**
     * A request was sent, seen in clear. {@code headers} are its lines; {@code body} is without
     * content encoding and capped, {@code bodyBytes} counts what was sent.
     */
    record RequestSent(
            String protocol,
            String method,
            String url,
            String headers,
            long bodyBytes,
            String body,
            boolean tls)
            implements NetworkObservation {}

    /**
     * A request that policy allows was made to the real host in the sample's place. {@code note} is
     * ours: that the answer came out of our cache, or what was left out of the request.
     */
    record RequestForwarded(String method, String url, int status, long bytes, String note)
            implements NetworkObservation {
        public RequestForwarded(String method, String url, int status, long bytes) {
            this(method, url, status, bytes, "");
        }
    }

    /**
     * A service that is no web server was asked something: {@code service} is ours (postgresql,
     * mysql, redis, mongodb), {@code statement} the query, command or login in its own words.
     */
    record ServiceAsked(String service, String statement, String address, int port)
            implements NetworkObservation {}

    /**
     * Something was tried while we made the network fail on purpose; {@code how} is ours: refused,
     * timeout, nxdomain, error_500.
     */
    record ContactFailed(String protocol, String destination, String how)
            implements NetworkObservation {}

    /**
     * Data left that is no request: {@code protocol} is ours: tcp, udp, quic, icmp, websocket,
     * ftp…; {@code excerpt} is the beginning of it.
     */
    record PacketSent(String protocol, String address, int port, long bytes, String excerpt)
            implements NetworkObservation {}

    /** A mail was handed over. {@code body} is the message with its headers, capped. */
    record MailSent(String from, List<String> to, long bytes, String body)
            implements NetworkObservation {
        public MailSent {
            to = List.copyOf(to);
        }
    }

    /** Something that policy forbids or a limit stops was not let through. {@code why} is ours. */
    record EgressRefused(String protocol, String destination, String why)
            implements NetworkObservation {}

    /**
     * An unknown download was answered with a harmless program of ours. It runs {@code env true}
     * with the {@code tag} as argument, so that executing it can be seen.
     */
    record StageServed(String url, String tag, String form) implements NetworkObservation {}

    /**
     * A public paste or a blockchain was asked, and our answer named {@code host}, which is found
     * nowhere else: whoever contacts it has read it there.
     */
    record HostOffered(String url, String host) implements NetworkObservation {}

    /**
     * We asked a port that the server had opened to connect us to a host that is named nowhere
     * else, and it did. {@code protocol} is ours: socks4, socks5 or http; {@code address} is the
     * one that is listened on.
     */
    record ProxyUsed(String protocol, String address, int port, String host)
            implements NetworkObservation {}

    /** More of the same kind of traffic to the same destination than is listed one by one. */
    record TrafficFolded(String traffic, String destination, long more)
            implements NetworkObservation {}
}
