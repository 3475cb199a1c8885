package io.mcpsf.web;

import io.mcpsf.model.Cidr;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which addresses we may connect to in a stranger's name, be it a sample's or a user's of the
 * service. Whatever a name resolves to, it is not this machine, its neighbours, a cloud's metadata
 * service or any address that is not of the public internet; also not when it is hidden inside an
 * IPv6 address.
 */
public final class PublicAddress {

    private static final List<Cidr> NEVER =
            ranges(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "224.0.0.0/3",
                    "2001::/32");

    /**
     * Kept for documents. Nobody has them on the internet; a closed network may play it with them.
     */
    private static final List<Cidr> DOCUMENTS =
            ranges("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24");

    /** All that is given out of the newer kind. */
    private static final Cidr GLOBAL = Cidr.parse("2000::/3");

    private static final Cidr NAT64 = Cidr.parse("64:ff9b::/96");
    private static final Cidr SIX_TO_FOUR = Cidr.parse("2002::/16");

    private PublicAddress() {}

    private static List<Cidr> ranges(String... words) {
        return Stream.of(words).map(Cidr::parse).toList();
    }

    /** Whether it is open to everybody: for names that a stranger chose. */
    public static boolean is(InetAddress address) {
        InetAddress plain = unwrapped(address);
        return mayBeReached(plain) && DOCUMENTS.stream().noneMatch(range -> range.contains(plain));
    }

    /** The same, or kept for documents: for hosts that our user named. */
    public static boolean mayBeReached(InetAddress address) {
        InetAddress plain = unwrapped(address);
        return (!(plain instanceof Inet6Address) || GLOBAL.contains(plain))
                && NEVER.stream().noneMatch(range -> range.contains(plain))
                && !ours(address)
                && !ours(plain);
    }

    /** The IPv4 address that an IPv6 address stands for. */
    private static InetAddress unwrapped(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (NAT64.contains(address)) {
            return four(Arrays.copyOfRange(bytes, 12, 16));
        }
        return SIX_TO_FOUR.contains(address) ? four(Arrays.copyOfRange(bytes, 2, 6)) : address;
    }

    private static boolean ours(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            // What cannot be ruled out is not reached.
            return true;
        }
    }

    private static InetAddress four(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 bytes are an address", e);
        }
    }
}
