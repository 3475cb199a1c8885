package io.mcpsf.linux;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The TCP ports that are listened on in a network namespace, as its kernel lists them. */
public final class ListeningPorts {

    private static final String LISTEN = "0A";
    private static final int LOCAL = 1;
    private static final int STATE = 3;

    private ListeningPorts() {}

    /** In the network namespace of that process; none when it is gone. */
    public static List<InetSocketAddress> of(long pid) {
        return in(Path.of("/proc", Long.toString(pid), "net"));
    }

    static List<InetSocketAddress> in(Path net) {
        var ports = new ArrayList<InetSocketAddress>();
        for (String table : List.of("tcp", "tcp6")) {
            lines(net.resolve(table)).forEach(line -> add(line, ports));
        }
        return ports;
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table);
        } catch (IOException e) {
            return List.of(); // The process is gone, or the kernel has no IPv6.
        }
    }

    private static void add(String line, List<InetSocketAddress> ports) {
        String[] cells = line.strip().split("\\s+");
        if (cells.length <= STATE || !cells[STATE].equals(LISTEN)) {
            return;
        }
        int colon = cells[LOCAL].indexOf(':');
        int port = Integer.parseInt(cells[LOCAL].substring(colon + 1), 16);
        ports.add(new InetSocketAddress(address(cells[LOCAL].substring(0, colon)), port));
    }

    /** Words of four bytes, each as a number of this machine: the last byte comes first. */
    private static InetAddress address(String hex) {
        byte[] words = HexFormat.of().parseHex(hex);
        byte[] bytes = new byte[words.length];
        for (int i = 0; i < words.length; i++) {
            bytes[i] = words[(i & ~3) + 3 - (i & 3)];
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("not an address: " + hex, e);
        }
    }
}
