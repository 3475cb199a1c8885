package io.mcpsf.boundary;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The network that the sandbox believes to be in, a provider's shared address space: one device,
 * and a router that is also the resolver. Every sandbox has namespaces of its own, so all can use
 * the same addresses.
 */
final class Lan {

    static final String ROUTER = "100.64.0.1";
    static final String MACHINE = "100.64.0.34";
    static final String ROUTER6 = "fd3a:91c4:77e2::1";
    static final String MACHINE6 = "fd3a:91c4:77e2::34";

    /** The device on the sandbox's side, and ours on the other end of the wire. */
    static final String DEVICE = "eth0";

    static final String FAR_END = "wire0";
    static final int PROXY_PORT = 15000;

    private static final Path PING_GROUPS = Path.of("/proc/sys/net/ipv4/ping_group_range");

    private Lan() {}

    static InetAddress router() {
        return InetAddress.ofLiteral(ROUTER);
    }

    /** The commands of {@code ip -batch} for our side: every address in the world is local here. */
    static String farEnd() {
        return """
        link set lo up
        addr add %1$s peer %2$s/32 dev %3$s
        addr add %4$s/128 dev %3$s nodad
        link set %3$s up
        route add %5$s/128 dev %3$s
        route add local 0.0.0.0/0 dev lo table main
        route add local ::/0 dev lo table main
        """
                .formatted(ROUTER, MACHINE, FAR_END, ROUTER6, MACHINE6);
    }

    /** The same for the sandbox's side: one address, and a way that leads only to us. */
    static String nearEnd() {
        return """
        link set lo up
        addr add %1$s/24 dev %2$s
        addr add %3$s/128 dev %2$s nodad
        link set %2$s up
        route add 0.0.0.0/0 via %4$s
        route add %5$s dev %2$s
        route add ::/0 via %5$s
        """
                .formatted(MACHINE, DEVICE, MACHINE6, ROUTER, ROUTER6);
    }

    /**
     * Steers every TCP connection to our listener and bounds what a flood can cost us. Datagrams
     * other than questions to a resolver are seen by the capture, before this, and go no further.
     * Nothing is ever forwarded; there is also nowhere to forward to.
     */
    static String firewall(LinkBounds bounds) {
        return """
        table inet boundary {
          counter syn_over {}
          counter dns_over {}
          counter icmp_over {}
          counter port_over {}
          chain fault {
          }
          chain pre {
            type filter hook prerouting priority mangle; policy drop;
            iifname "lo" accept
            iifname != "%1$s" drop
            tcp flags & (syn|ack) == syn limit rate over %3$d/second burst %4$d packets \
        counter name syn_over drop
            tcp flags & (fin|syn|rst|ack) == syn jump fault
            %5$s
            meta l4proto tcp meta nfproto ipv4 tproxy ip to :%2$d accept
            meta l4proto tcp meta nfproto ipv6 tproxy ip6 to :%2$d accept
            udp dport 53 limit rate over 500/second burst 200 packets counter name dns_over drop
            udp dport 53 accept
            icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert, nd-router-solicit } accept
            meta l4proto { icmp, ipv6-icmp } limit rate over 50/second burst 50 packets \
        counter name icmp_over drop
            meta l4proto udp drop
            accept
          }
          chain forw { type filter hook forward priority filter; policy drop; }
        }
        """
                .formatted(
                        FAR_END,
                        PROXY_PORT,
                        bounds.newPerSecond(),
                        bounds.burst(),
                        bounds.shutRule());
    }

    /**
     * Lets every user send echo requests, as most systems do; to be called inside the sandbox's
     * namespace. Where it cannot be, they are refused, which the sensors see.
     */
    static boolean letPing() {
        // In a user namespace only its own groups can be named.
        return List.of("0 2147483647", "0 0").stream().anyMatch(Lan::allowGroups);
    }

    private static boolean allowGroups(String range) {
        try {
            Files.writeString(PING_GROUPS, range);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** What the sandbox can send at most; its own user cannot change this. */
    static String upload(LinkBounds bounds) {
        return queue(DEVICE, bounds);
    }

    /** What the sandbox can receive at most. */
    static String download(LinkBounds bounds) {
        return bounds.bothWays() ? queue(FAR_END, bounds) : "";
    }

    private static String queue(String device, LinkBounds bounds) {
        return "qdisc add dev %s root tbf rate %dbit burst 64kb latency 50ms\n"
                .formatted(device, bounds.bitsPerSecond());
    }
}
