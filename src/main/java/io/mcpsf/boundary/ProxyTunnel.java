package io.mcpsf.boundary;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A way through the proxy of this machine's network, asked for with CONNECT. */
record ProxyTunnel(URI proxy) {

    private static final int USUAL_PORT = 80;
    private static final int LONGEST_HEAD = 16 << 10;

    @Override
    public String toString() {
        return "proxy"; // Its address may hold a password.
    }

    InetSocketAddress address() {
        return new InetSocketAddress(
                proxy.getHost(), proxy.getPort() < 0 ? USUAL_PORT : proxy.getPort());
    }

    /** Has this connection, which leads to the proxy, go on to the host. */
    void open(Socket socket, String host, int port) throws IOException {
        String place = host + ":" + port;
        var head = new StringBuilder("CONNECT " + place + " HTTP/1.1\r\nHost: " + place + "\r\n");
        if (proxy.getUserInfo() != null) {
            byte[] user = proxy.getUserInfo().getBytes(StandardCharsets.UTF_8);
            head.append("Proxy-Authorization: Basic ")
                    .append(Base64.getEncoder().encodeToString(user))
                    .append("\r\n");
        }
        byte[] asked = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
        socket.getOutputStream().write(asked);
        socket.getOutputStream().flush();
        String said = head(socket.getInputStream());
        if (!said.matches("(?s)HTTP/1\\.[01] 2\\d\\d[ \r].*")) {
            throw new IOException("the proxy refused to connect");
        }
    }

    /** Byte by byte: what follows belongs to the host. */
    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.length() < LONGEST_HEAD) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
            if (next == '\n' && head.toString().endsWith("\r\n\r\n")) {
                return head.toString();
            }
        }
        throw new IOException("the proxy gave no proper answer");
    }
}
