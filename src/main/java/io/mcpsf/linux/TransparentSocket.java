package io.mcpsf.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A listening socket that accepts connections to any address and port that the kernel steers to it
 * (TPROXY); the local address of an accepted connection is what the peer wanted to reach.
 */
public final class TransparentSocket {

    private static final int SO_ACCEPTCONN = 30;
    private static final int SO_NETNS_COOKIE = 71;
    private static final int IP_TRANSPARENT = 19;
    private static final int IPV6_TRANSPARENT = 75;

    private TransparentSocket() {}

    /** To be called on a thread inside the namespace. */
    public static ServerSocketChannel listen(int port, int backlog) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.bind(new InetSocketAddress(port), backlog);
            int fd = descriptor(port);
            NetCalls.setOption(fd, NetCalls.SOL_IP, IP_TRANSPARENT, 1);
            NetCalls.setOption(fd, NetCalls.SOL_IPV6, IPV6_TRANSPARENT, 1);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * The descriptor of the channel just bound. The JDK does not tell it, so all our descriptors
     * are asked which one listens on this port in this very namespace.
     */
    private static int descriptor(int port) {
        int probe = NetCalls.socket(NetCalls.AF_INET, NetCalls.SOCK_STREAM, 0);
        byte[] here;
        try {
            here = NetCalls.option(probe, NetCalls.SOL_SOCKET, SO_NETNS_COOKIE, 8);
        } finally {
            NetCalls.close(probe);
        }
        for (int fd : descriptors()) {
            if (listensHere(fd, port, here)) {
                return fd;
            }
        }
        throw new IllegalStateException("the listener on port " + port + " has no descriptor");
    }

    private static boolean listensHere(int fd, int port, byte[] here) {
        try {
            return NetCalls.option(fd, NetCalls.SOL_SOCKET, SO_ACCEPTCONN, 4)[0] == 1
                    && NetCalls.port(fd) == port
                    && Arrays.equals(
                            NetCalls.option(fd, NetCalls.SOL_SOCKET, SO_NETNS_COOKIE, 8), here);
        } catch (ErrnoException notSuchASocket) {
            return false;
        }
    }

    private static List<Integer> descriptors() {
        var found = new ArrayList<Integer>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path entry : entries) {
                found.add(Integer.valueOf(entry.getFileName().toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
