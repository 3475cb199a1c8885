package io.mcpsf.observe;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** An address that a sample hands to the kernel, read from the bytes of a {@code sockaddr}. */
public record SocketAddress(int family, String address, int port) {

    public static final int UNSPECIFIED = 0;
    public static final int UNIX = 1;
    public static final int INET = 2;
    public static final int INET6 = 10;
    public static final int NETLINK = 16;

    /** More than any address that the kernel takes. */
    public static final int LONGEST = 128;

    public static SocketAddress read(byte[] hostile) {
        if (hostile.length < 2) {
            return new SocketAddress(UNSPECIFIED, "", 0);
        }
        int family = (hostile[0] & 0xFF) | ((hostile[1] & 0xFF) << 8);
        return switch (family) {
            case INET -> new SocketAddress(family, host(hostile, 4, 4), port(hostile));
            case INET6 -> new SocketAddress(family, host(hostile, 8, 16), port(hostile));
            case UNIX -> new SocketAddress(family, path(hostile), 0);
            default -> new SocketAddress(family, "", 0);
        };
    }

    public boolean network() {
        return family == INET || family == INET6;
    }

    /** The family's name, for sockets that are neither TCP nor UDP. */
    public static String name(int family) {
        return switch (family) {
            case UNSPECIFIED -> "unspecified";
            case UNIX -> "unix";
            case INET -> "inet";
            case INET6 -> "inet6";
            case NETLINK -> "netlink";
            case 17 -> "packet";
            case 29 -> "can";
            case 31 -> "bluetooth";
            case 38 -> "alg";
            case 40 -> "vsock";
            case 44 -> "xdp";
            default -> "family " + family;
        };
    }

    public String words() {
        return family == INET6 ? "[" + address + "]:" + port : address + ":" + port;
    }

    private static int port(byte[] hostile) {
        return hostile.length < 4 ? 0 : ((hostile[2] & 0xFF) << 8) | (hostile[3] & 0xFF);
    }

    private static String host(byte[] hostile, int from, int length) {
        if (hostile.length < from + length) {
            return "";
        }
        try {
            // An IPv4 address inside an IPv6 one comes out as what it is.
            return InetAddress.getByAddress(Arrays.copyOfRange(hostile, from, from + length))
                    .getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + length + " bytes", e);
        }
    }

    /** A path ends with a zero or the address; an abstract name begins with one. */
    private static String path(byte[] hostile) {
        if (hostile.length == 2) {
            return "";
        }
        boolean isAbstract = hostile[2] == 0;
        int end = 3;
        while (end < hostile.length && (isAbstract || hostile[end] != 0)) {
            end++;
        }
        String name = Hostile.text(Arrays.copyOfRange(hostile, isAbstract ? 3 : 2, end));
        return isAbstract ? "@" + name : name;
    }
}
