package io.mcpsf.boundary;

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
 * Which addresses we may connect to in a sample's name. Whatever a name resolves to, nothing is
 * forwarded to this machine, its neighbours, a cloud's metadata service or any address that is not
 * of the public internet; also not when it is hidden inside an IPv6 address.
 */
final class PublicAddress {

    private static final List<Cidr> NEVER =
            Stream.of(
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
                            "::/8",
                            "64:ff9b:1::/48",
                            "100::/64",
                            "2001::/32",
                            "fc00::/7",
                            "fe80::/10",
                            "fec0::/10",
                            "ff00::/8")
                    .map(Cidr::parse)
                    .toList();
    private static final Cidr NAT64 = Cidr.parse("64:ff9b::/96");
    private static final Cidr SIX_TO_FOUR = Cidr.parse("2002::/16");

    private PublicAddress() {}

    static boolean mayBeReached(InetAddress address) {
        if (address instanceof Inet6Address) {
            byte[] bytes = address.getAddress();
            if (NAT64.contains(address)) {
                return mayBeReached(four(Arrays.copyOfRange(bytes, 12, 16)));
            }
            if (SIX_TO_FOUR.contains(address)) {
                return mayBeReached(four(Arrays.copyOfRange(bytes, 2, 6)));
            }
        }
        return NEVER.stream().noneMatch(range -> range.contains(address)) && !ours(address);
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
