package io.mcpsf.boundary;

import io.mcpsf.boundary.http.Headers;
import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.model.Observation.EgressRefused;
import io.mcpsf.model.Observation.RequestForwarded;

import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Makes an allowed request to the real host in the sample's place. The host is resolved here and
 * now, and the connection goes to the very address that was checked, so that a name cannot change
 * its meaning in between; the address that the sample connected to plays no part.
 */
final class Forwarder {

    private static final int CONNECT_MILLIS = 10_000;
    private static final int READ_MILLIS = 60_000;
    private static final long MAX_BYTES = 512L << 20;
    private static final int MAX_HEAD = 64 << 10;
    private static final Set<String> HOP_BY_HOP =
            Set.of(
                    "connection",
                    "keep-alive",
                    "proxy-connection",
                    "proxy-authorization",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade",
                    "expect",
                    "content-length");

    private final Supplier<SSLSocketFactory> trust;
    private final Addresses addresses;
    private @Nullable SSLSocketFactory trusting;

    /** How a name becomes addresses; the host's own resolver, except in tests. */
    @FunctionalInterface
    interface Addresses {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    /** {@code trust} is asked when first needed: most runs forward nothing, and it is slow. */
    Forwarder(Supplier<SSLSocketFactory> trust, Addresses addresses) {
        this.trust = trust;
        this.addresses = addresses;
    }

    /** Nothing when the real answer was passed on; else what to say instead. */
    Optional<HttpReply> forward(Conversation talk, HttpRequest request, String host, String url)
            throws IOException {
        Optional<InetAddress> address = resolve(host);
        if (address.isEmpty()) {
            talk.services()
                    .witness()
                    .saw(
                            talk.flow(),
                            new EgressRefused(
                                    "http", Excerpt.url(url), "no public address of its own"),
                            host);
            return Optional.of(HttpReply.of(502, "text/plain", "Bad Gateway\n"));
        }
        int port = talk.layer().port();
        try (Socket upstream = connect(address.get(), host, port, talk.layer().tls())) {
            upstream.getOutputStream().write(head(request, host, port, talk.layer().tls()));
            upstream.getOutputStream().write(request.body());
            upstream.getOutputStream().flush();
            return relay(talk, upstream, request.head().method(), url);
        } catch (IOException e) {
            talk.services()
                    .witness()
                    .saw(
                            talk.flow(),
                            new EgressRefused("http", Excerpt.url(url), "the host did not answer"),
                            host);
            return Optional.of(HttpReply.of(502, "text/plain", "Bad Gateway\n"));
        }
    }

    /** All addresses of a name must be public: one that is not betrays a rebinding name. */
    private Optional<InetAddress> resolve(String host) {
        try {
            List<InetAddress> all = Arrays.asList(addresses.of(host));
            return all.stream().allMatch(PublicAddress::mayBeReached)
                    ? all.stream().findFirst()
                    : Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private synchronized SSLSocketFactory trusting() {
        SSLSocketFactory known = trusting;
        if (known == null) {
            known = trust.get();
            trusting = known;
        }
        return known;
    }

    private Socket connect(InetAddress address, String host, int port, boolean tls)
            throws IOException {
        var plain = new Socket();
        try {
            plain.setTcpNoDelay(true);
            plain.setSoTimeout(READ_MILLIS);
            plain.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
            if (!tls) {
                return plain;
            }
            var secure = (SSLSocket) trusting().createSocket(plain, host, port, true);
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            parameters.setServerNames(List.of(new SNIHostName(host)));
            parameters.setApplicationProtocols(new String[] {"http/1.1"});
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            return secure;
        } catch (IOException | IllegalArgumentException e) {
            plain.close();
            throw new IOException("connect to an allowed host", e);
        }
    }

    private static byte[] head(HttpRequest request, String host, int port, boolean tls) {
        HttpRequest.Head from = request.head();
        var head = new StringBuilder();
        head.append(from.method()).append(' ').append(from.path()).append(" HTTP/1.1\r\n");
        boolean usual = port == (tls ? 443 : 80);
        head.append("Host: ").append(host).append(usual ? "" : ":" + port).append("\r\n");
        for (Headers.Line line : from.headers().lines()) {
            String name = line.name().toLowerCase(Locale.ROOT);
            if (!HOP_BY_HOP.contains(name) && !name.equals("host")) {
                head.append(line.name()).append(": ").append(line.value()).append("\r\n");
            }
        }
        if (request.body().length > 0) {
            head.append("Content-Length: ").append(request.body().length).append("\r\n");
        }
        head.append("Connection: close\r\n\r\n");
        return head.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Passes the answer on as it comes, until the host closes: it was told to. */
    private static Optional<HttpReply> relay(
            Conversation talk, Socket upstream, String method, String url) throws IOException {
        InputStream in = new BufferedInputStream(upstream.getInputStream(), 1 << 16);
        OutputStream out = talk.out();
        in.mark(MAX_HEAD);
        byte[] start = in.readNBytes(13);
        in.reset();
        String status = new String(start, StandardCharsets.ISO_8859_1);
        if (!status.matches("HTTP/1\\.[01] [0-9]{3}.?")) {
            return Optional.of(HttpReply.of(502, "text/plain", "Bad Gateway\n"));
        }
        byte[] buffer = new byte[64 << 10];
        long total = 0;
        boolean quiet = method.equals("HEAD");
        for (int read = in.read(buffer); read > 0 && total < MAX_BYTES; read = in.read(buffer)) {
            out.write(buffer, 0, read);
            total += read;
        }
        out.flush();
        talk.services()
                .witness()
                .saw(
                        talk.flow(),
                        new RequestForwarded(
                                method,
                                Excerpt.url(url),
                                Integer.parseInt(status.substring(9, 12)),
                                quiet ? 0 : total));
        return Optional.empty();
    }
}
