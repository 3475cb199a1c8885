package io.mcpsf.os;

import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * Which addresses are open to everybody: none of this machine, of the network it sits in, or kept
 * for a special purpose.
 */
public final class PublicAddress {

    private PublicAddress() {}

    public static boolean is(InetAddress address) {
        if (address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] b = address.getAddress();
        if (address instanceof Inet6Address) {
            // Only global unicast, without the forms that carry an address of the older kind.
            boolean global = (b[0] & 0xe0) == 0x20;
            boolean sixToFour = b[0] == 0x20 && b[1] == 0x02;
            boolean teredo = b[0] == 0x20 && b[1] == 0x01 && b[2] == 0 && b[3] == 0;
            return global && !sixToFour && !teredo;
        }
        int first = b[0] & 0xff;
        int second = b[1] & 0xff;
        int third = b[2] & 0xff;
        boolean shared = first == 100 && second >= 64 && second < 128;
        boolean special =
                first == 0
                        || first >= 240
                        || (first == 192 && second == 0 && (third == 0 || third == 2))
                        || (first == 198 && (second == 18 || second == 19))
                        || (first == 198 && second == 51 && third == 100)
                        || (first == 203 && second == 0 && third == 113);
        return !shared && !special;
    }
}
