package io.mcpsf.boundary;

import io.mcpsf.os.Cleanup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * What listens on the sandbox's own loopback device, as on the machine of a developer: databases, a
 * browser that is being debugged, and a language model. Nothing that is said there leaves, so it is
 * neither told nor searched; the sensors see that a connection was made. To be opened by a thread
 * inside the sandbox's namespace.
 */
public record LocalPorts(List<ServerSocketChannel> listeners) {

    /** PostgreSQL, MySQL, Redis, MongoDB, Chrome and Ollama. */
    private static final List<Integer> PORTS = List.of(5432, 3306, 6379, 27017, 9222, 11434);

    private static final int BACKLOG = 16;

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    public LocalPorts {
        listeners = List.copyOf(listeners);
    }

    /** Whether what listens there is ours: nobody else can have that port of that address. */
    public static boolean ours(InetSocketAddress listener) {
        return PORTS.contains(listener.getPort()) && LOOPBACK.equals(listener.getAddress());
    }

    static LocalPorts none() {
        return new LocalPorts(List.of());
    }

    static LocalPorts open() throws IOException {
        try (var half = new Cleanup()) {
            List<ServerSocketChannel> listeners = new ArrayList<>();
            for (int port : PORTS) {
                ServerSocketChannel listener = ServerSocketChannel.open();
                half.add(listener::close);
                listener.bind(new InetSocketAddress(LOOPBACK, port), BACKLOG);
                listeners.add(listener);
            }
            half.release();
            return new LocalPorts(listeners);
        }
    }

    void close() throws IOException {
        for (ServerSocketChannel listener : listeners) {
            listener.close();
        }
    }
}
