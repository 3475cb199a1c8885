package io.mcpsf.boundary;

import io.mcpsf.web.Proxies;

import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Connections to allowed hosts, kept for a moment after use. */
final class Upstreams {

    private static final int CONNECT_MILLIS = 10_000;
    private static final int READ_MILLIS = 60_000;
    private static final int MAX_IDLE = 64;
    private static final long IDLE_NANOS = 10_000_000_000L;

    private final Supplier<SSLSocketFactory> trust;
    private final Proxies proxies;
    private final Deque<Idle> idle = new ArrayDeque<>();
    private @Nullable SSLSocketFactory trusting;

    /** {@code trust} is asked when first needed: most runs forward nothing, and it is slow. */
    Upstreams(Supplier<SSLSocketFactory> trust) {
        this(trust, Proxies.none());
    }

    /** The same on a machine that reaches the web through proxies. */
    Upstreams(Supplier<SSLSocketFactory> trust, Proxies proxies) {
        this.trust = trust;
        this.proxies = proxies;
    }

    /**
     * Where a connection leads: the address that was checked, for the name that was asked; none
     * where a proxy looks the name up.
     */
    record Place(Optional<InetAddress> address, String host, int port, boolean tls) {

        Place(InetAddress address, String host, int port, boolean tls) {
            this(Optional.of(address), host, port, tls);
        }

        private String url() {
            return "%s://%s:%d/".formatted(tls ? "https" : "http", host, port);
        }
    }

    /** The proxy that stands before a host. What is no name is reached directly or not at all. */
    Optional<ProxyTunnel> tunnel(Place place) {
        try {
            return proxies.before(new URI(place.url())).map(ProxyTunnel::new);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** A connection and what has been read of it. */
    record Upstream(Place place, Socket socket, InputStream in) {
        void close() {
            try {
                socket.close();
            } catch (IOException gone) {
                return;
            }
        }
    }

    /** One that was used before and may have been closed by the host meanwhile. */
    Optional<Upstream> used(Place place) {
        synchronized (idle) {
            long now = System.nanoTime();
            while (!idle.isEmpty() && now - idle.peekFirst().since() > IDLE_NANOS) {
                idle.removeFirst().upstream().close();
            }
            Optional<Idle> found =
                    idle.stream().filter(one -> one.upstream().place().equals(place)).findFirst();
            found.ifPresent(idle::remove);
            return found.map(Idle::upstream);
        }
    }

    void keep(Upstream upstream) {
        synchronized (idle) {
            if (idle.size() >= MAX_IDLE) {
                idle.removeFirst().upstream().close();
            }
            idle.addLast(new Idle(upstream, System.nanoTime()));
        }
    }

    Upstream fresh(Place place) throws IOException {
        var plain = new Socket();
        try {
            plain.setTcpNoDelay(true);
            plain.setSoTimeout(READ_MILLIS);
            connect(plain, place);
            Socket socket = place.tls() ? secured(plain, place) : plain;
            return new Upstream(
                    place, socket, new BufferedInputStream(socket.getInputStream(), 1 << 16));
        } catch (IOException | IllegalArgumentException e) {
            plain.close();
            throw new IOException("connect to an allowed host", e);
        }
    }

    private void connect(Socket plain, Place place) throws IOException {
        if (place.address().isPresent()) {
            var next = new InetSocketAddress(place.address().get(), place.port());
            plain.connect(next, CONNECT_MILLIS);
            return;
        }
        ProxyTunnel proxy =
                tunnel(place).orElseThrow(() -> new IOException("no proxy for this host"));
        plain.connect(proxy.address(), CONNECT_MILLIS);
        proxy.open(plain, place.host(), place.port());
    }

    private Socket secured(Socket plain, Place place) throws IOException {
        var secure = (SSLSocket) trusting().createSocket(plain, place.host(), place.port(), true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setServerNames(List.of(new SNIHostName(place.host())));
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    private synchronized SSLSocketFactory trusting() {
        SSLSocketFactory known = trusting;
        if (known == null) {
            known = trust.get();
            trusting = known;
        }
        return known;
    }

    private record Idle(Upstream upstream, long since) {}
}
