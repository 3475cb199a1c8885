package io.mcpsf.observe.notify;

import io.mcpsf.linux.FileCalls;
import io.mcpsf.observe.SocketAddress;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The sockets of the sample: what they speak, and to whom they were connected. They are known by
 * the kernel's inode, because descriptors are copied, inherited and used again.
 */
final class Sockets {

    private static final int MOST_REMEMBERED = 8192;
    private static final byte[] PROTOCOL = Lineage.ascii("system.sockprotoname");

    private final FileCalls files;
    private final Map<String, SocketAddress> peers = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<String, SocketAddress> bound = new LinkedHashMap<>(64, 0.75f, true);

    Sockets(FileCalls files) {
        this.files = files;
    }

    /** The socket behind a descriptor, as {@code socket:[inode]}, or empty when it is none. */
    String socket(Task task, int descriptor) {
        byte[] link = files.readLink(task.folder, Lineage.ascii("fd/" + descriptor));
        String text = new String(link, StandardCharsets.ISO_8859_1);
        return text.startsWith("socket:[") ? text : "";
    }

    /** What a socket speaks: tcp, udp, unix, or another protocol's name; empty when unknown. */
    String transport(Task task, int descriptor) {
        byte[] name =
                files.attribute(
                        Lineage.ascii("/proc/" + task.thread + "/fd/" + descriptor), PROTOCOL);
        String protocol =
                new String(name, StandardCharsets.ISO_8859_1)
                        .replace("\0", "")
                        .toLowerCase(Locale.ROOT);
        // "tcpv6", "mptcpv6" and "unix-stream" are what we call tcp, tcp and unix.
        if (protocol.startsWith("tcp") || protocol.startsWith("mptcp")) {
            return "tcp";
        }
        if (protocol.startsWith("udp")) {
            return "udp";
        }
        return protocol.startsWith("unix") ? "unix" : protocol;
    }

    /** In words, a stream that leads into the network; empty for all others. */
    String network(Task task, int descriptor) {
        String socket = socket(task, descriptor);
        if (socket.isEmpty()) {
            return "";
        }
        String transport = transport(task, descriptor);
        if (!transport.equals("tcp") && !transport.equals("udp")) {
            return "";
        }
        SocketAddress peer = peer(socket);
        return transport + " socket" + (peer.port() == 0 ? "" : " to " + peer.words());
    }

    void connected(String socket, SocketAddress peer) {
        remember(peers, socket, peer);
    }

    void bound(String socket, SocketAddress own) {
        remember(bound, socket, own);
    }

    /** Where a socket was connected to. */
    SocketAddress peer(String socket) {
        return peers.getOrDefault(socket, SocketAddress.read(new byte[0]));
    }

    /** What a socket was bound to. */
    SocketAddress own(String socket) {
        return bound.getOrDefault(socket, SocketAddress.read(new byte[0]));
    }

    private static void remember(
            Map<String, SocketAddress> book, String socket, SocketAddress address) {
        if (socket.isEmpty()) {
            return;
        }
        if (book.size() >= MOST_REMEMBERED) {
            book.remove(book.keySet().iterator().next());
        }
        book.put(socket, address);
    }
}
