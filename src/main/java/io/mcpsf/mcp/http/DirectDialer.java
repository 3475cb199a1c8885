package io.mcpsf.mcp.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Predicate;

import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Connects from this machine's own network. With TLS the certificate must be good for the host. The
 * metadata addresses of clouds are never dialled, whatever a name leads to.
 */
public final class DirectDialer implements Dialer {

    private final SSLSocketFactory tls;
    private final Predicate<InetAddress> may;

    public DirectDialer(SSLSocketFactory tls) {
        this(tls, _ -> true);
    }

    /**
     * Dials only addresses that may be. The address that is asked about is the one that is dialled,
     * so that a name which leads elsewhere the second time leads nowhere.
     */
    public DirectDialer(SSLSocketFactory tls, Predicate<InetAddress> may) {
        this.tls = tls;
        this.may = may;
    }

    /** Trusts whom this Java trusts. */
    public static DirectDialer usual() {
        return usual(_ -> true);
    }

    /** The same, to addresses that may be dialled. */
    public static DirectDialer usual(Predicate<InetAddress> may) {
        return new DirectDialer((SSLSocketFactory) SSLSocketFactory.getDefault(), may);
    }

    @Override
    public Connection dial(String host, int port, boolean secure, Duration atMost)
            throws IOException {
        IOException last = new IOException("no address");
        for (InetAddress address : InetAddress.getAllByName(host)) {
            try {
                return dial(address, host, port, secure, atMost);
            } catch (ConnectException e) {
                // The name may have another address on which somebody listens.
                last = e;
            }
        }
        throw last;
    }

    private Connection dial(
            InetAddress address, String host, int port, boolean secure, Duration atMost)
            throws IOException {
        if (address.isLinkLocalAddress()
                || new Endpoint(false, literal(address), port, "/").metadata()) {
            throw new IOException(
                    "that name resolves to a cloud metadata address, which is never contacted");
        }
        if (!may.test(address)) {
            throw new ConnectException(
                    "that name resolves to an address that must not be contacted");
        }
        var socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address, port), (int) atMost.toMillis());
            socket.setTcpNoDelay(true);
            return new Streams(secure ? secured(socket, host, port, atMost) : socket);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private Socket secured(Socket plain, String host, int port, Duration atMost)
            throws IOException {
        var socket = (SSLSocket) tls.createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.setSoTimeout((int) atMost.toMillis());
        socket.startHandshake();
        socket.setSoTimeout(0);
        return socket;
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        String plain = zone < 0 ? text : text.substring(0, zone);
        return plain.contains(":") ? "[" + plain + "]" : plain;
    }

    /** A socket's two streams. */
    public record Streams(Socket socket) implements Connection {

        @Override
        public InputStream in() throws IOException {
            return socket.getInputStream();
        }

        @Override
        public OutputStream out() throws IOException {
            return socket.getOutputStream();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
