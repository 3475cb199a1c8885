package io.mcpsf.run.question;

import io.mcpsf.linux.NetworkNamespace;
import io.mcpsf.mcp.http.Dialer;
import io.mcpsf.mcp.http.DirectDialer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Connects inside a sandbox's network. The socket is made and connected by a thread that has
 * entered the namespace; it stays there for its whole life, whoever reads from it.
 */
final class NamespaceDialer implements Dialer {

    private final NetworkNamespace namespace;

    NamespaceDialer(Path namespace) {
        this.namespace = new NetworkNamespace(namespace);
    }

    /** The namespace that this process lives in, as long as it lives. */
    static NamespaceDialer of(long pid) {
        return new NamespaceDialer(Path.of("/proc", Long.toString(pid), "ns", "net"));
    }

    @Override
    public Connection dial(String host, int port, boolean tls, Duration atMost) throws IOException {
        if (tls) {
            throw new IOException("a server in a sandbox has no certificate to check");
        }
        // Literals only: a name would be asked of the host's own resolver.
        InetAddress address =
                host.equals("localhost")
                        ? InetAddress.getLoopbackAddress()
                        : InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", ""));
        Attempt attempt = attempt(new InetSocketAddress(address, port), atMost);
        return switch (attempt) {
            case Attempt.Made(Socket socket) -> new DirectDialer.Streams(socket);
            case Attempt.Failed(IOException why) -> throw why;
        };
    }

    private sealed interface Attempt {

        record Made(Socket socket) implements Attempt {}

        record Failed(IOException why) implements Attempt {}
    }

    private Attempt attempt(InetSocketAddress to, Duration atMost) throws IOException {
        try {
            return namespace.inside(
                    () -> {
                        var socket = new Socket();
                        try {
                            socket.connect(to, (int) atMost.toMillis());
                            socket.setTcpNoDelay(true);
                            return new Attempt.Made(socket);
                        } catch (IOException e) {
                            socket.close();
                            return new Attempt.Failed(e);
                        }
                    });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while connecting");
        }
    }
}
